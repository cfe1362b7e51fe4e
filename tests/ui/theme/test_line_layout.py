"""Lines broken by a made-up measure: ten for a Chinese character, five for any other."""

from hypothesis import given
from hypothesis import strategies as st

from app.ui.theme.line_layout import laid_out, needs_layout
from tests.property_settings import without_deadline


def width_of(text: str, _style: str) -> float:
    return sum(10 if character > "\u2e80" else 5 for character in text)


def lines_of(text: str, width: float) -> list[str]:
    pieces = laid_out([(text, "plain")], width_of, width)
    return "".join(words for words, _ in pieces).split("\n")


def test_only_scripts_that_kivy_breaks_badly_are_laid_out():
    assert needs_layout("中文")
    assert needs_layout("カタカナ")
    assert needs_layout("\u05d0")
    assert not needs_layout("English, русский, 한국어, ไทย, 😀")


def test_chinese_is_broken_between_any_two_characters():
    assert lines_of("一二三四五六", 30) == ["一二三", "四五六"]
    assert lines_of("ab 一二三", 35) == ["ab 一二", "三"]


def test_no_line_begins_with_what_closes_or_ends_with_what_opens():
    assert lines_of("一二三，四", 30) == ["一二", "三，四"]
    assert lines_of("一二「三」", 30) == ["一二", "「三」"]


def test_words_stay_whole_and_spaces_at_a_break_go():
    assert lines_of("一 word two", 40) == ["一 word", "two"]


def test_line_breaks_are_kept():
    assert lines_of("一\n\n二", 100) == ["一", "", "二"]


def test_styles_stay_with_their_words():
    pieces = laid_out([("一二", "plain"), ("三四", "bold")], width_of, 30)
    assert pieces == [("一二", "plain"), ("三\n四", "bold")]


def test_hebrew_lines_follow_each_other_downwards():
    words = ["\u05d0\u05d0", "\u05d1\u05d1", "\u05d2\u05d2"]
    assert lines_of(" ".join(words), 25) == ["\u05d1\u05d1 \u05d0\u05d0", "\u05d2\u05d2"]


@without_deadline
@given(st.text(alphabet="ab 一二，「」\n", max_size=60), st.integers(20, 90))
def test_all_words_are_there_in_their_order(text: str, width: int):
    assert "".join("".join(lines_of(text, width)).split()) == "".join(text.split())


@without_deadline
@given(st.text(alphabet="ab 一二\n", max_size=60), st.integers(20, 90))
def test_every_line_fits_unless_it_is_one_long_word(text: str, width: int):
    for line in lines_of(text, width):
        assert width_of(line.rstrip(), "") <= width or not set(line.strip()) - {"a", "b"}
