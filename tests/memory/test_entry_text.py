from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.entry_text import (
    EntryMarks,
    EntryOrigin,
    bullet_lines,
    content_column,
    content_lines,
    marks_comment,
    without_marks,
)
from tests.memory.random_markdown import contents
from tests.property_settings import without_deadline

marks = st.builds(
    EntryMarks, st.sampled_from(EntryOrigin), st.none() | st.dates(), is_pinned=st.booleans()
)


@without_deadline
@given(marks, st.sampled_from(["", "\n", "\r\n"]))
def test_marks_are_read_back_and_leave_the_line_as_it_was(marks: EntryMarks, end: str) -> None:
    comment = marks_comment(marks)
    line = f"- Likes tea {comment}{end}" if comment else f"- Likes tea{end}"
    assert without_marks(line) == (f"- Likes tea{end}", marks)


def test_an_entry_of_the_persons_own_has_no_marks() -> None:
    assert marks_comment(EntryMarks()) == ""
    assert without_marks("- Likes tea\n") == ("- Likes tea\n", EntryMarks())


@pytest.mark.parametrize(
    "line",
    [
        "- a <!-- my own remark -->",
        "- a <!-- tool --> b",
        "- a <!-- tool 2026-13-01 -->",
        "- a<!-- pinned -->",
        "- a \\<!-- pinned -->",
        "- a <!-- pinned tool -->",
    ],
)
def test_other_comments_are_the_persons_text(line: str) -> None:
    assert without_marks(line) == (line, EntryMarks())


@without_deadline
@given(contents, st.booleans())
def test_making_content_safe_twice_changes_nothing(content: str, may_hold_code: bool) -> None:
    lines = content_lines(content, may_hold_code=may_hold_code)
    assert content_lines("\n".join(lines), may_hold_code=may_hold_code) == lines


@pytest.mark.parametrize("content", ["", " \n\t", "-", "- ", "* \n -"])
def test_content_that_says_nothing_is_empty(content: str) -> None:
    assert content_lines(content) == []


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("  Likes tea \n", ["Likes tea"]),
        ("- Likes tea", ["Likes tea"]),
        ("- a\n  b\n    c", ["a", "b", "  c"]),
        ("- a\n- b", ["a", "- b"]),
        ("# Likes tea", ["\\# Likes tea"]),
        ("a\r\n## b\rc", ["a", "\\## b", "c"]),
        ("---", ["\\---"]),
        ("a\n===", ["a", "\\==="]),
        ("#hashtag", ["#hashtag"]),
        ("```\n# code\n---", ["```", "# code", "---", "```"]),
        ("a <!-- pinned -->", ["a \\<!-- pinned -->"]),
        ("a\0b\ud83d", ["a\ufffdb\ufffd"]),
    ],
)
def test_content_cannot_become_structure(content: str, lines: list[str]) -> None:
    assert content_lines(content) == lines


def test_code_is_escaped_where_it_could_close_something_open() -> None:
    assert content_lines("```\na --> b", may_hold_code=False) == ["\\```", "a --\\> b"]


def test_a_code_block_starts_below_the_marks() -> None:
    tool = EntryMarks(EntryOrigin.TOOL, date(2026, 2, 28))
    assert bullet_lines("- ", ["```", "x", "```"], tool, "\n") == [
        "- <!-- tool 2026-02-28 -->\n",
        "  ```\n",
        "  x\n",
        "  ```\n",
    ]


@pytest.mark.parametrize(
    ("prefix", "column"), [("- ", 2), ("-", 2), ("  *  ", 5), ("-\t", 4), ("-      ", 2)]
)
def test_the_content_column_is_counted_as_markdown_does(prefix: str, column: int) -> None:
    assert content_column(prefix) == column
