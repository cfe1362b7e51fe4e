"""Where the window was and how large, kept from one start to the next. Knows no Kivy.

A place that makes no sense is forgotten: the window must never open where nobody can reach it.
"""

from dataclasses import asdict, dataclass
from pathlib import Path

from app.ui.kept_json import read_kept, write_kept

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
    kept = read_kept(file)
    values = [kept.get(name) for name in ("width", "height", "left", "top")]
    width, height, left, top = (value if type(value) is int else None for value in values)
    if width is None or height is None:
        return None
    return sensible(WindowPlace(width, height, left, top))


def write_place(file: Path, place: WindowPlace) -> None:
    """On a worker."""
    if sensible(place) is not None:
        write_kept(file, asdict(place))
