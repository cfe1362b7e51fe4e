"""How the app looked when it was closed: a dark start must not begin with a light frame."""

from dataclasses import dataclass
from pathlib import Path

from app.ui.kept_json import read_kept, write_kept
from app.ui.screens.appearance.view_model import LARGEST_SCALE, SMALLEST_SCALE


@dataclass(frozen=True, slots=True)
class Look:
    is_dark: bool
    font_scale: float = 1.0


def read_look(file: Path) -> Look | None:
    kept = read_kept(file)
    is_dark, scale = kept.get("is_dark"), kept.get("font_scale")
    if not isinstance(is_dark, bool) or type(scale) not in (int, float):
        return None
    is_sensible = SMALLEST_SCALE <= float(str(scale)) <= LARGEST_SCALE
    return Look(is_dark, float(str(scale)) if is_sensible else 1.0)


def write_look(file: Path, look: Look) -> None:
    """On a worker."""
    write_kept(file, {"is_dark": look.is_dark, "font_scale": look.font_scale})
