from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.daily_log import LogBlock, append_block, has_block, new_block, parse_blocks
from app.memory.markdown_lines import split_lines
from tests.memory.random_markdown import contents, markdown
from tests.property_settings import without_deadline

DAY = date(2026, 2, 28)
bodies = contents | st.sampled_from(
    ["---", "- a\n\n---\n- b", "# Daily Log - 2026-02-28", "<!-- block b1 -->", "\\---", "\\\\<!--"]
)
blocks = st.builds(
    new_block,
    st.text("abc123", min_size=1, max_size=4),
    st.times(),
    st.text(max_size=20)
    | st.sampled_from(["Trip · part two", "<!-- block b1 -->", "# x #", "---"]),
    bodies,
)


def test_a_log_reads_as_designed() -> None:
    block = new_block("5f3a", time(14, 5), "Trip to Lisbon", "- Takes the night train.\n- Pays.\n")
    assert append_block("", DAY, block) == (
        "# Daily Log - 2026-02-28\n\n## 14:05 · Trip to Lisbon\n\n"
        "- Takes the night train.\n- Pays.\n\n<!-- block 5f3a -->\n---\n"
    )


def test_blocks_follow_each_other_under_one_header() -> None:
    text = ""
    for block_id in ("a", "b", "c"):
        text = append_block(text, DAY, new_block(block_id, time(9), "", f"- {block_id}"))
    assert text.count("# Daily Log") == 1
    assert text.count("\n---\n") == 3
    assert "\n\n\n" not in text
    assert [block.id for block in parse_blocks(text)] == ["a", "b", "c"]


@without_deadline
@given(blocks)
def test_a_block_is_read_back_as_it_was_made(block: LogBlock) -> None:
    text = append_block("", DAY, block)
    assert parse_blocks(text) == (block,)
    assert has_block(text, block.id)


@without_deadline
@given(markdown, blocks, blocks)
def test_an_append_changes_no_old_byte_whatever_the_log_holds(
    text: str, first: LogBlock, second: LogBlock
) -> None:
    once = append_block(text, DAY, first)
    twice = append_block(once, DAY, second)
    assert once.startswith(text)
    assert twice.startswith(once)
    assert parse_blocks(twice)[-2:] == (first, second)
    assert parse_blocks(twice)[:-2] == parse_blocks(text)


@without_deadline
@given(blocks)
def test_no_body_can_add_an_end_a_header_or_a_mark(block: LogBlock) -> None:
    lines = [line.strip() for line in split_lines(append_block("", DAY, block))]
    assert lines.count("---") == 1
    assert sum(line.startswith("# Daily Log") for line in lines) == 1
    assert sum(line.startswith("<!--") for line in lines) == 1


def test_a_missing_last_newline_is_completed() -> None:
    text = append_block("# Daily Log - 2026-02-28\n\nmine", DAY, new_block("a", time(9), "", "- x"))
    assert text.startswith("# Daily Log - 2026-02-28\n\nmine\n\n---\n\n## 09:00\n")
    assert [block.body for block in parse_blocks(text)] == ["mine", "- x"]


@pytest.mark.parametrize("blank", ["\n", "  ", "\ufeff", "\ufeff\r\n\r\n"])
def test_a_blank_log_gets_its_header(blank: str) -> None:
    block = new_block("a", time(9), "Talk", "- x")
    text = append_block(blank, DAY, block)
    assert text.startswith(blank)
    assert text.count("# Daily Log - 2026-02-28") == 1
    assert parse_blocks(text) == (block,)


def test_windows_line_ends_are_taken_up() -> None:
    old = append_block("", DAY, new_block("a", time(9), "", "- x")).replace("\n", "\r\n")
    text = append_block(old, DAY, new_block("b", time(10), "Title", "- y\n- z"))
    assert text.count("\n") == text.count("\r\n")
    assert has_block(text, "a")
    assert parse_blocks(text)[1].body == "- y\n- z"


def test_a_part_of_an_id_is_not_the_id() -> None:
    text = append_block("", DAY, new_block("abc", time(9), "", "- x"))
    assert not has_block(text, "ab")
    assert not has_block(text, "bc")


def test_a_code_block_left_open_is_closed() -> None:
    assert new_block("a", time(9), "", "```\ncode").body == "```\ncode\n```"


def test_blocks_a_person_typed_are_read_too() -> None:
    assert parse_blocks("# Daily Log - 2026-02-28\n\n## 25:00 odd\nmine\n\n---\n\nend") == (
        LogBlock("", None, "25:00 odd", "mine"),
        LogBlock("", None, "", "end"),
    )


@pytest.mark.parametrize("block_id", ["", "a b", "a-->", "a--b", "-a", "a\n"])
def test_an_id_that_would_break_its_comment_is_refused(block_id: str) -> None:
    with pytest.raises(ValueError, match="block id"):
        new_block(block_id, time(9), "", "- x")
