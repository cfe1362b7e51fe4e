import re

from hypothesis import given, settings
from hypothesis import strategies as st

from app.memory.text.chunking import Chunk, chunk_markdown

MEMORY = """# Long-term Memory

## User Profile
- Anna, 34, lives in Zürich
  - moved there in 2019
  from Bern

  with a second paragraph
- Works as a nurse <!-- id: 7f3a -->

## Interests

## Notes
A paragraph
of two lines.
---
| day | sport |
|-----|-------|
| Mon | swim  |

> a quote

```python
# not a heading
- not a bullet
```
"""


def texts(markdown: str) -> list[str]:
    return [chunk.text for chunk in chunk_markdown(markdown)]


def test_a_standard_memory_file_gives_a_chunk_for_every_bullet_with_its_headings():
    first, second, *_ = chunk_markdown(MEMORY)
    assert first.headings == ("Long-term Memory", "User Profile")
    assert first.text.startswith("- Anna, 34")
    assert second == Chunk("- Works as a nurse", ("Long-term Memory", "User Profile"), 8)


def test_a_bullet_keeps_its_children_and_paragraphs():
    assert "moved there in 2019\n  from Bern\n\n  with a second paragraph" in texts(MEMORY)[0]


def test_hidden_comments_are_no_text():
    assert not any("7f3a" in text for text in texts(MEMORY))


def test_a_heading_with_nothing_below_it_is_a_chunk_of_its_own():
    assert "Interests" in texts(MEMORY)


def test_tables_quotes_and_code_stay_whole():
    found = texts(MEMORY)
    assert "| day | sport |\n|-----|-------|\n| Mon | swim  |" in found
    assert "> a quote" in found
    assert "```python\n# not a heading\n- not a bullet\n```" in found


def test_pitfall_13_bullets_right_below_a_heading_are_not_dropped_with_it():
    assert texts("# Title\n- one\n- two") == ["- one", "- two"]


def test_windows_line_ends_change_nothing():
    assert chunk_markdown(MEMORY.replace("\n", "\r\n")) == chunk_markdown(MEMORY)


def test_pitfall_19_a_chunk_longer_than_the_window_is_split_and_keeps_every_word():
    long_line = " ".join(f"word{number}" for number in range(400))
    chunks = chunk_markdown(f"## Notes\n- {long_line}", fits=lambda text: len(text) <= 200)
    assert len(chunks) > 10
    assert all(len("\n".join((*chunk.headings, chunk.text))) <= 200 for chunk in chunks)
    together = " ".join(chunk.text for chunk in chunks)
    assert re.findall(r"word\d+", together) == long_line.split()


def test_a_text_without_any_boundary_is_split_too():
    chunks = chunk_markdown("x" * 1000, fits=lambda text: len(text) <= 100)
    assert "".join(chunk.text for chunk in chunks) == "x" * 1000


def test_a_part_of_a_long_bullet_knows_its_first_line():
    bullet = "- Trip to Japan\n" + "\n".join(f"  - day {day} " + "x" * 30 for day in range(9))
    *_, last = chunk_markdown(bullet, fits=lambda text: len(text) <= 120)
    assert last.headings == ("Trip to Japan",)


def test_headings_that_fill_the_window_do_not_shred_the_text():
    chunks = chunk_markdown("# " + "h" * 500 + "\nshort text", fits=lambda text: len(text) <= 100)
    assert "short text" in [chunk.text for chunk in chunks]


LINES = st.lists(
    st.one_of(
        st.sampled_from(
            ["", "# One", "## Two", "### ", "- a bullet", "  - nested", "\t* tab", "1. first",
             "```", "~~~", "| a | b |", "> quote", "Title", "=====", "    code", "plain text"]
        ),
        st.text(alphabet="ab #-*>`|我é", max_size=12),
    ),
    max_size=14,
)  # fmt: skip
_RULE = re.compile(r"\s{0,3}([-*_])([ \t]*\1){2,}[ \t]*|\s*#+\s*(#+\s*)?|\s*=+\s*")


@settings(max_examples=300, deadline=None)
@given(LINES)
def test_every_line_that_says_something_is_in_a_chunk(lines: list[str]):
    chunks = chunk_markdown("\n".join(lines), fits=lambda text: len(text) <= 60)
    everything = "".join("".join((*chunk.headings, chunk.text)) for chunk in chunks)
    squeezed = re.sub(r"[\s#]", "", everything)
    for line in lines:
        if line.strip() and not _RULE.fullmatch(line):
            assert re.sub(r"[\s#]", "", line) in squeezed


@settings(max_examples=200, deadline=None)
@given(LINES, st.sampled_from([10, 60]))
def test_bullets_in_a_row_are_cut_like_any_others(lines: list[str], width: int):
    """A tab after the dash says the same, and no short cut is taken for it."""
    text = "\n".join(["- b", *lines, "- b", "- a", *lines])
    tabbed = text.replace("- ", "-\t")
    chunks = chunk_markdown(tabbed, fits=lambda text: len(text) <= width)
    assert [
        Chunk(
            chunk.text.replace("-\t", "- "),
            tuple(heading.replace("-\t", "- ") for heading in chunk.headings),
            chunk.line,
        )
        for chunk in chunks
    ] == list(chunk_markdown(text, fits=lambda text: len(text) <= width))


def test_a_comment_is_left_out_and_lines_keep_their_numbers():
    chunks = chunk_markdown(
        "- a <!-- one -->\n<!-- two\nlines -->\n- b <!-- <!-- -->\n- c <!-- open"
    )
    assert [(chunk.text, chunk.line) for chunk in chunks] == [
        ("- a", 0),
        ("- b", 3),
        ("- c <!-- open", 4),
    ]


def test_a_hundred_thousand_comments_that_nobody_closed_are_read_at_once():
    """Seconds, not hours: the time-out of the tests is the bar."""
    assert len(chunk_markdown("- x <!-- y\n" * 100_000)) == 100_000
