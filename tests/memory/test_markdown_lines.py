import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.markdown_lines import (
    heading_title,
    newline_of,
    split_lines,
    storable,
    with_closed_fence,
)
from tests.property_settings import without_deadline


@without_deadline
@given(st.text())
def test_lines_joined_are_the_text(text: str) -> None:
    assert "".join(split_lines(text)) == text


def test_only_a_newline_ends_a_line() -> None:
    assert split_lines("a\x0b\x0c\x85\u2028b\r\nc\rd") == ["a\x0b\x0c\x85\u2028b\r\n", "c\rd"]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("## Notes\n", "Notes"),
        ("\ufeff  # Notes ##  \r\n", "Notes"),
        ("## C#", "C#"),
        ("## C# #", "C#"),
        ("##", ""),
        ("## ##", ""),
    ],
)
def test_a_title_is_the_words_of_a_heading(line: str, title: str) -> None:
    assert heading_title(line) == title


@pytest.mark.parametrize(
    ("text", "newline"), [("", "\n"), ("a", "\n"), ("\n\r\n", "\n"), ("a\r\nb\n", "\r\n")]
)
def test_the_first_line_end_is_the_texts_own(text: str, newline: str) -> None:
    assert newline_of(text) == newline


@without_deadline
@given(st.text(st.characters() | st.sampled_from("\0\ud800\udfff\r")))
def test_a_storable_text_can_be_stored(text: str) -> None:
    cleaned = storable(text)
    assert b"\0" not in cleaned.encode()
    assert "\r" not in cleaned
    assert storable(cleaned) == cleaned


@pytest.mark.parametrize(
    ("lines", "closing"),
    [
        (["a"], []),
        (["```", "x", "```"], []),
        (["```py", "x"], ["```"]),
        (["~~~~", "```", "~~~"], ["~~~~"]),
        (["```", "```", "~~~"], ["~~~"]),
    ],
)
def test_an_open_code_block_is_closed(lines: list[str], closing: list[str]) -> None:
    assert with_closed_fence(lines) == lines + closing
