"""Long texts in parts: nothing lost, nothing too long, and the cuts stay where they are."""

from hypothesis import given
from hypothesis import strategies as st

from app.ui.widgets.markdown.block_values import Span, Style
from app.ui.widgets.markdown.inline_spans import plain_text
from app.ui.widgets.markdown.text_parts import line_parts, span_parts
from tests.property_settings import without_deadline

BOLD = Style(is_bold=True)
texts = st.text(alphabet="abc .,\n中", min_size=1, max_size=400)


def test_a_short_text_is_one_part():
    spans = (Span("Hello "), Span("you", BOLD))
    assert span_parts(spans, 20) == (spans,)


def test_a_long_text_is_cut_where_a_line_or_a_sentence_ends():
    spans = (Span("One sentence here. Another "), Span("bold one. And a third.", BOLD))
    parts = span_parts(spans, 26)
    assert [plain_text(part) for part in parts] == [
        "One sentence here.",
        "Another bold one.",
        "And a third.",
    ]
    assert parts[1] == (Span("Another "), Span("bold one.", BOLD))


@without_deadline
@given(texts, st.integers(10, 60))
def test_parts_of_a_text_hold_all_of_its_words(text: str, most: int):
    half = len(text) // 2
    parts = span_parts((Span(text[:half]), Span(text[half:], BOLD)), most)
    joined = "".join(plain_text(part) for part in parts)
    assert "".join(joined.split()) == "".join(text.split())
    assert all(len(plain_text(part)) <= most for part in parts)


@without_deadline
@given(texts, texts, st.integers(10, 60))
def test_a_growing_text_keeps_its_earlier_cuts(text: str, more: str, most: int):
    before = span_parts((Span(text),), most)
    after = span_parts((Span(text + more),), most)
    assert after[: len(before) - 1] == before[:-1]


@without_deadline
@given(st.text(alphabet="ab\n ", max_size=300), st.integers(1, 8), st.integers(5, 30))
def test_parts_of_code_hold_all_of_it(code: str, most_lines: int, longest: int):
    parts = line_parts(code, most_lines, longest, 60)
    lines = [line for part in parts for line in part.split("\n")]
    assert "".join(lines) == code.replace("\n", "")
    assert all(len(line) <= longest for line in lines)
    assert all(part.count("\n") < most_lines for part in parts)


def test_whole_lines_of_code_stay_whole():
    assert line_parts("a\nb\n\nc", 2, 80, 1500) == ("a\nb", "\nc")
