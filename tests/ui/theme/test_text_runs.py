"""Runs by what fonts have: here three made-up fonts, so that every case is at hand."""

import re

from hypothesis import given
from hypothesis import strategies as st

from app.ui.theme.text_runs import REPLACEMENT, Face, Run, RunSplitter, escaped
from tests.property_settings import without_deadline

LATIN = Face("Latin", lambda character: character.isascii() or character in "äöüé\ufffd")
SIGNS = Face("Signs", lambda character: character in "→✓❤ 中")
EMOJI = Face("Emoji", lambda character: character in "😀👍🏽❤1\u20e3👩\u200d🇩🇪", is_emoji=True)
HAN = Face("Han", lambda character: "\u4e00" <= character <= "\u9fff" or character in " ，")
splitter = RunSplitter([LATIN, SIGNS, EMOJI, HAN])


def unmarked(markup: str) -> str:
    """What Kivy shows of a markup."""
    text = re.sub(r"\[.*?\]", "", markup)
    return text.replace("&bl;", "[").replace("&br;", "]").replace("&amp;", "&")


def test_text_of_the_own_font_is_one_run_without_a_font():
    assert splitter.runs("Grüezi") == (Run("", "Grüezi"),)
    assert splitter.marked_up("Hello") == "Hello"


def test_each_script_gets_the_first_font_that_has_it():
    assert splitter.runs("a → 文字") == (Run("", "a "), Run("Signs", "→ "), Run("Han", "文字"))
    assert splitter.marked_up("a → b") == "a [font=Signs]→ [/font]b"


def test_brackets_and_ampersands_are_shown_as_they_are():
    assert splitter.marked_up("[b]x[/b] & [font=y]") == (
        "&bl;b&br;x&bl;/b&br; &amp; &bl;font=y&br;"
    )
    assert unmarked(splitter.marked_up("&bl; [→]")) == "&bl; [→]"


def test_a_space_stays_with_its_neighbour_unless_that_font_has_none():
    assert splitter.runs("文 字") == (Run("Han", "文 字"),)
    assert splitter.runs("😀 😀") == (Run("Emoji", "😀"), Run("", " "), Run("Emoji", "😀"))


def test_the_same_heart_is_text_or_emoji_as_its_writer_asked():
    assert splitter.runs("❤") == (Run("Signs", "❤"),)
    assert splitter.runs("❤\ufe0f") == (Run("Emoji", "❤"),)


def test_sequences_of_emoji_stay_together():
    assert splitter.runs("👍🏽") == (Run("Emoji", "👍🏽"),)
    assert splitter.runs("👩\u200d👩") == (Run("Emoji", "👩\u200d👩"),)
    assert splitter.runs("1\ufe0f\u20e3") == (Run("Emoji", "1\u20e3"),)
    assert splitter.runs("1 of 🇩🇪") == (Run("", "1 of "), Run("Emoji", "🇩🇪"))


def test_what_cannot_be_seen_is_left_out():
    assert splitter.runs("a\u200bb\u00adc\ufeff\x07d\u200de") == (Run("", "abcde"),)


def test_white_space_of_every_kind_becomes_what_fonts_have():
    assert splitter.runs("a\u00a0b\u2009c\td\u2028e\r\nf")[0].text == "a b c    d\ne \nf"


def test_a_decomposed_letter_is_drawn_as_one():
    assert splitter.runs("u\u0308") == (Run("", "ü"),)


def test_what_no_font_has_is_replaced_and_never_a_box():
    assert splitter.runs("x\u1234y") == (Run("", f"x{REPLACEMENT}y"),)


def test_other_fonts_are_asked_last_and_once_a_character():
    asked: list[str] = []

    def find(character: str) -> Face | None:
        asked.append(character)
        return Face("Found", lambda wanted: wanted == character)

    searching = RunSplitter([LATIN], find)
    assert searching.runs("aሴሴ") == (Run("", "a"), Run("Found", "ሴሴ"))
    assert searching.runs("ሴ") == (Run("Found", "ሴ"),)
    assert asked == ["ሴ"]


def test_a_field_takes_the_font_that_has_most_of_its_text():
    assert splitter.best_face("hello") == "Latin"
    assert splitter.best_face("文字文字 ok") == "Han"
    assert splitter.best_face("") == "Latin"


@without_deadline
@given(st.text(alphabet="ab [/]&;=→✓文，😀❤\ufe0f\u200d\n", max_size=60))
def test_marked_up_text_shows_every_character_that_can_be_seen(text: str):
    shown = unmarked(splitter.marked_up(text))
    expected = "".join(sign for sign in text if sign not in "\ufe0f\u200d")
    assert shown.replace("\u200d", "") == expected


@without_deadline
@given(st.text(max_size=40))
def test_any_text_gives_balanced_markup_without_controls(text: str):
    markup = splitter.marked_up(text)
    assert markup.count("[font=") == markup.count("[/font]")
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", markup)


@without_deadline
@given(st.text(max_size=40))
def test_escaping_can_be_undone(text: str):
    assert unmarked(escaped(text)) == text
