"""Kivy reads its settings when it is first imported; this has to run before that."""

import logging
import os
from pathlib import Path

from app.ui.window_place import SMALLEST_HEIGHT, SMALLEST_WIDTH, WindowPlace

PHONE_WIDTH, PHONE_HEIGHT = 412, 846


def prepare_kivy(home: Path, *, offscreen: bool = False, place: WindowPlace | None = None) -> None:
    """`place`: where the window was when it was closed."""
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

    place = place or WindowPlace(PHONE_WIDTH, PHONE_HEIGHT)
    Config.set("graphics", "width", str(place.width))
    Config.set("graphics", "height", str(place.height))
    Config.set("graphics", "minimum_width", str(SMALLEST_WIDTH))
    Config.set("graphics", "minimum_height", str(SMALLEST_HEIGHT))
    if place.left is not None and place.top is not None:
        Config.set("graphics", "position", "custom")
        Config.set("graphics", "left", str(place.left))
        Config.set("graphics", "top", str(place.top))
    Config.set("graphics", "multisamples", "0")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")


def _is_news(record: logging.LogRecord) -> bool:
    """Kivy tells its life story as it starts, and calls a missing X selection critical."""
    return record.levelno >= logging.ERROR and not record.getMessage().startswith("Cutbuffer")
