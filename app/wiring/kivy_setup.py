"""Kivy reads its settings when it is first imported; this has to run before that."""

import logging
import os
from pathlib import Path

PHONE_WIDTH, PHONE_HEIGHT = 412, 846


def prepare_kivy(home: Path, *, offscreen: bool = False) -> None:
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    # Otherwise Kivy takes over the root logger and standard error, and swallows what they say.
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
    os.environ.setdefault("KIVY_HOME", str(home / "kivy"))
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    logging.getLogger("kivy").addFilter(_is_news)
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


def _is_news(record: logging.LogRecord) -> bool:
    """Kivy tells its life story as it starts, and calls a missing X selection critical."""
    return record.levelno >= logging.ERROR and not record.getMessage().startswith("Cutbuffer")
