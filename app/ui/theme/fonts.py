"""The app's fonts: Roboto, then DejaVu Sans, then those in assets/fonts, then the system's.

Registers them with Kivy and offers the two splitters and the choice for a text field. Bundled fonts
come before the system's, so that every device shows the same; a system font is opened only for a
character that no bundled font has.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from kivy import kivy_data_dir
from kivy.core.text import LabelBase
from kivymd import fonts_path

from app.ui.theme.font_coverage import read_coverage
from app.ui.theme.right_to_left import as_seen
from app.ui.theme.text_runs import Face, Run, RunSplitter

BUNDLED = Path(__file__).resolve().parents[3] / "assets" / "fonts"
SYSTEM_FOLDERS = (
    Path("/system/fonts"),
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("/System/Library/Fonts"),
    Path("/Library/Fonts"),
    Path("C:/Windows/Fonts"),
)
FONT_ENDINGS = (".ttf", ".otf", ".ttc")

BODY_FONT = "Roboto"
CODE_FONT = "OneClaw Mono"
DEJAVU, EMOJI, CJK, THAI, SYMBOLS = (
    "DejaVu Sans", "OneClaw Emoji", "OneClaw CJK", "OneClaw Thai", "OneClaw Symbols",
)  # fmt: skip
BODY_FONTS = (BODY_FONT, DEJAVU, EMOJI, CJK, THAI, SYMBOLS)
CODE_FONTS = (CODE_FONT, *BODY_FONTS)
FILES = {
    BODY_FONT: Path(fonts_path) / "Roboto-Regular.ttf",
    DEJAVU: Path(kivy_data_dir) / "fonts" / "DejaVuSans.ttf",
    CODE_FONT: BUNDLED / "mono.ttf",
    EMOJI: BUNDLED / "emoji.ttf",
    CJK: BUNDLED / "cjk.otf",
    THAI: BUNDLED / "thai.ttf",
    SYMBOLS: BUNDLED / "symbols.ttf",
}


def marked(text: str) -> str:
    """For a label in the body font that does not wrap: every script, in the order of seeing."""
    return _body().marked_up(as_seen(text))


def marked_body(text: str) -> str:
    """For text that `line_layout` has already broken and ordered."""
    return _body().marked_up(text)


def marked_code(text: str) -> str:
    """The same in the code font; code stays in the order of writing."""
    return _code().marked_up(text)


def body_runs(text: str) -> tuple[Run, ...]:
    return _body().runs(text)


def code_runs(text: str) -> tuple[Run, ...]:
    return _code().runs(text)


def font_for_field(text: str) -> str:
    """A text field has one font: the one that has most of what is written in it."""
    return BODY_FONT if text.isascii() else _body().best_face(text)


def faces(names: Sequence[str]) -> list[Face]:
    return [_face(name, FILES[name]) for name in names]


@cache
def _body() -> RunSplitter:
    return RunSplitter(faces(BODY_FONTS), _find_in_system)


@cache
def _code() -> RunSplitter:
    return RunSplitter(faces(CODE_FONTS), _find_in_system)


def _face(name: str, path: Path) -> Face:
    def covers(character: str) -> bool:
        return character in read_coverage(path)

    return Face(name, covers, is_emoji=name == EMOJI)


@cache
def _find_in_system(character: str) -> Face | None:
    for path in _system_files():
        if character in read_coverage(path):
            name = f"system {path.stem}"
            LabelBase.register(name, str(path))
            return _face(name, path)
    return None


@cache
def _system_files() -> tuple[Path, ...]:
    """Plain weights before bold and slanted ones, and colour emoji never: Kivy draws none."""
    found = (path for folder in SYSTEM_FOLDERS for path in folder.rglob("*") if _is_drawable(path))
    return tuple(sorted(found, key=lambda path: ("regular" not in path.name.lower(), path.name)))


def _is_drawable(path: Path) -> bool:
    name = path.name.lower()
    return name.endswith(FONT_ENDINGS) and "color" not in name and "lastresort" not in name


def _register() -> None:
    for name, path in FILES.items():
        # KivyMD registers Roboto itself, with its bold and italic cuts.
        if name != BODY_FONT:
            LabelBase.register(name, str(path))


_register()
