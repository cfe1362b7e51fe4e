"""Kivy reads its settings when it is first imported; this has to run before that."""

import os
from pathlib import Path

PHONE_WIDTH, PHONE_HEIGHT = 412, 846


def prepare_kivy(home: Path, *, offscreen: bool = False) -> None:
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_HOME", str(home / "kivy"))
    if offscreen:
        # SDL's offscreen driver gives real pixels without an X server.
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
        os.environ.setdefault("KIVY_METRICS_DENSITY", "1")
    from kivy.config import Config  # noqa: PLC0415

    Config.set("graphics", "width", str(PHONE_WIDTH))
    Config.set("graphics", "height", str(PHONE_HEIGHT))
    Config.set("graphics", "multisamples", "0")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")
