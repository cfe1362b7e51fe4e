"""Where the window was and how large, kept from one start to the next. Knows no Kivy.

A place that makes no sense is forgotten: the window must never open where nobody can reach it.
"""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

SMALLEST_WIDTH, SMALLEST_HEIGHT = 320, 480
LARGEST_SIDE = 16_384
FARTHEST = 8_000


@dataclass(frozen=True, slots=True)
class WindowPlace:
    """`left` and `top` None: wherever the system puts it."""

    width: int
    height: int
    left: int | None = None
    top: int | None = None


def sensible(place: WindowPlace) -> WindowPlace | None:
    """None when the size is nobody's; without its position when that may be out of sight."""
    is_size = (
        SMALLEST_WIDTH <= place.width <= LARGEST_SIDE
        and SMALLEST_HEIGHT <= place.height <= LARGEST_SIDE
    )
    if not is_size:
        return None
    if place.left is None or place.top is None:
        return WindowPlace(place.width, place.height)
    if 0 <= place.left <= FARTHEST and 0 <= place.top <= FARTHEST:
        return place
    return WindowPlace(place.width, place.height)


def read_place(file: Path) -> WindowPlace | None:
    try:
        kept: Any = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(kept, dict):
        return None
    values = [cast("dict[str, object]", kept).get(n) for n in ("width", "height", "left", "top")]
    width, height, left, top = (v if type(v) is int else None for v in values)
    if width is None or height is None:
        return None
    return sensible(WindowPlace(width, height, left, top))


def write_place(file: Path, place: WindowPlace) -> None:
    """On a worker. Losing it is no loss: the next start is as the first."""
    if sensible(place) is None:
        return
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_name(f".{file.name}.tmp")
        unfinished.write_text(json.dumps(asdict(place)), encoding="utf-8")
        unfinished.replace(file)
