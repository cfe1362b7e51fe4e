"""How wide text is when Kivy draws it, for those who break lines themselves."""

from functools import lru_cache

from kivy.core.text import Label

from app.ui.theme.fonts import body_runs, code_runs
from app.ui.theme.text_runs import OWN_FONT

REMEMBERED = 20_000


@lru_cache(maxsize=REMEMBERED)
def text_width(
    text: str,
    font: str,
    size: float,
    *,
    is_bold: bool = False,
    is_italic: bool = False,
    is_code: bool = False,
) -> float:
    runs = code_runs(text) if is_code else body_runs(text)
    return sum(
        _ruler(run.face if run.face != OWN_FONT else font, size, is_bold, is_italic).get_extents(
            run.text
        )[0]
        for run in runs
    )


@lru_cache(maxsize=64)
def _ruler(font: str, size: float, is_bold: bool, is_italic: bool) -> Label:
    ruler = Label(font_name=font, font_size=size, bold=is_bold, italic=is_italic)
    ruler.resolve_font_name()
    return ruler
