"""Every sample of every script is drawn with glyphs, never with a font's box for what it lacks."""

# pyright: basic
# Kivy carries no types.

import pytest
from kivy.core.text import Label
from kivy.core.window import Window

from app.ui.theme import fonts
from app.ui.theme.text_runs import OWN_FONT, REPLACEMENT, RunSplitter
from tests.ui.samples import SCRIPTS

LACKED_BY_ALL = "\U000fffff"
BODY = RunSplitter(fonts.faces(fonts.BODY_FONTS))
CODE = RunSplitter(fonts.faces(fonts.CODE_FONTS))


@pytest.fixture(autouse=True)
def window() -> None:
    assert Window is not None, "glyphs are drawn into textures, which need a window"


def drawn(text: str, font: str) -> tuple[tuple[int, int], bytes]:
    label = Label(text=text, font_name=font, font_size=24)
    label.refresh()
    return label.texture.size, label.texture.pixels


def boxed(text: str, splitter: RunSplitter, own_font: str) -> list[str]:
    """The characters that would be seen as a box or not at all."""
    found: list[str] = []
    for run in splitter.runs(text):
        font = own_font if run.face == OWN_FONT else run.face
        box = drawn(LACKED_BY_ALL, font)
        visible = [sign for sign in run.text if not sign.isspace() and sign != "\u200d"]
        for sign in visible:
            picture = drawn(sign, font)
            if picture == box or not any(picture[1]):
                found.append(f"{sign} (U+{ord(sign):04X}) in {font}")
    return found


def test_a_box_is_recognised_as_one():
    plain = RunSplitter(
        fonts.faces((fonts.BODY_FONT,)), lambda _: fonts.faces((fonts.BODY_FONT,))[0]
    )
    assert boxed("中", plain, fonts.BODY_FONT) == ["中 (U+4E2D) in Roboto"]


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_is_drawn_with_glyphs_in_text_and_in_code(script: str):
    sample = SCRIPTS[script]
    assert REPLACEMENT not in "".join(run.text for run in BODY.runs(sample))
    assert boxed(sample, BODY, fonts.BODY_FONT) == []
    assert boxed(sample, CODE, fonts.CODE_FONT) == []


@pytest.mark.parametrize(
    "text", ["Hello", "Grüße → Ana", "中文 and English 😀", "한국어", "日本語です", "שלום", "ทดสอบ"]
)
def test_the_font_of_a_field_has_all_of_a_usual_text(text: str):
    font = fonts.font_for_field(text)
    box = drawn(LACKED_BY_ALL, font)
    assert [sign for sign in text if drawn(sign, font) == box] == []


def test_titles_are_marked_up_for_every_script():
    assert fonts.marked("Plain [title]") == "Plain &bl;title&br;"
    assert fonts.marked("爬山 →") == "[font=OneClaw CJK]爬山 [/font][font=DejaVu Sans]→[/font]"
    assert fonts.marked_code("┌─┐") == "┌─┐"
