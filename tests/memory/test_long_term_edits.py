from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.memory.entry_text import EntryMarks, EntryOrigin, content_lines
from app.memory.long_term_document import STANDARD_SECTIONS, BlockKind, Entry, LongTermDocument
from app.memory.long_term_edits import (
    add_entry,
    blocks_saying,
    entry_content,
    locate,
    mark_block,
    marks_of,
    remove_block,
    replace_block,
)
from tests.memory.random_markdown import contents, markdown
from tests.property_settings import without_deadline

MARKS = EntryMarks(EntryOrigin.TOOL, None, is_pinned=True)
EMPTY = (
    "# Long-term Memory\n\n## User Profile\n\n## Preferences\n\n## Interests\n\n"
    "## Workflow\n\n## Projects\n\n## Notes\n"
)


def add(text: str, content: str, section: str = "Notes") -> str:
    return add_entry(LongTermDocument(text), section, content_lines(content), EntryMarks())


def remove(text: str, saying: str) -> str:
    document = LongTermDocument(text)
    (block,) = blocks_saying(document, saying)
    return remove_block(document, block)


def replace(text: str, saying: str, content: str) -> str:
    document = LongTermDocument(text)
    (block,) = blocks_saying(document, saying)
    return replace_block(document, block, content_lines(content), marks_of(document, block))


def entry_texts(text: str) -> Counter[str]:
    return Counter(entry.text for entry in LongTermDocument(text).entries())


def headings(text: str) -> list[str]:
    document = LongTermDocument(text)
    return [
        "".join(document.lines[block.start : block.end]).rstrip()
        for block in document.blocks
        if block.kind is BlockKind.HEADING
    ]


def worded_lines(text: str) -> list[str]:
    """Lines with words and their ends; an end may be completed at the end of the file."""
    lines = LongTermDocument(text).lines
    return [
        line.removesuffix("\n").removesuffix("\r") for line in lines if line.strip("\ufeff \r\n")
    ]


def is_part_of(parts: list[str], whole: list[str]) -> bool:
    rest = iter(whole)
    return all(part in rest for part in parts)


@without_deadline
@given(markdown, contents, st.sampled_from(STANDARD_SECTIONS))
def test_an_addition_leaves_every_other_line_as_it_was(text: str, content: str, section: str):
    lines = entry_content(LongTermDocument(text), content)
    assume(lines)
    after = add_entry(LongTermDocument(text), section, lines, MARKS)
    assert is_part_of(worded_lines(text), worded_lines(after))
    added = entry_texts(after) - entry_texts(text)
    assert added == Counter(["\n".join(lines)])
    assert entry_texts(text) - entry_texts(after) == Counter()
    assert is_part_of(headings(text), headings(after))


@without_deadline
@given(markdown, contents, st.sampled_from(STANDARD_SECTIONS))
def test_an_added_entry_is_found_in_its_section_with_its_marks(
    text: str, content: str, section: str
) -> None:
    lines = entry_content(LongTermDocument(text), content)
    assume(lines)
    assume("\n".join(lines) not in entry_texts(text))
    after = LongTermDocument(add_entry(LongTermDocument(text), section, lines, MARKS))
    (entry,) = [one for one in after.entries() if one.text == "\n".join(lines)]
    assert entry.marks == MARKS


@without_deadline
@given(markdown, contents)
def test_an_addition_and_its_removal_leave_the_lines_of_before(text: str, content: str) -> None:
    lines = entry_content(LongTermDocument(text), content)
    assume(lines)
    assume("\n".join(lines) not in entry_texts(text))
    document = LongTermDocument(add_entry(LongTermDocument(text), "Notes", lines, MARKS))
    entry = next(one for one in document.entries() if one.text == "\n".join(lines))
    block = locate(document, entry)
    assert block is not None
    left = worded_lines(remove_block(document, block))
    assert [line for line in left if line in worded_lines(text)] == worded_lines(text)


@without_deadline
@given(markdown, st.data())
def test_a_removal_takes_the_entrys_lines_and_no_other(text: str, data: st.DataObject) -> None:
    document = LongTermDocument(text)
    assume(document.entry_blocks())
    block = data.draw(st.sampled_from(document.entry_blocks()))
    after = remove_block(document, block)
    kept = "".join(document.lines[: block.start] + document.lines[block.end :])
    assert worded_lines(after) == worded_lines(kept)


@without_deadline
@given(markdown, contents, st.data())
def test_a_replacement_changes_one_entry(text: str, content: str, data: st.DataObject) -> None:
    document = LongTermDocument(text)
    lines = entry_content(LongTermDocument(text), content)
    assume(lines and document.entry_blocks())
    block = data.draw(st.sampled_from(document.entry_blocks()))
    after = replace_block(document, block, lines, marks_of(document, block))
    expected = entry_texts(text)
    expected[document.block_text(block)] -= 1
    expected["\n".join(lines)] += 1
    assert entry_texts(after) == +expected
    assert headings(after) == headings(text)
    old_marks = Counter(entry.marks for entry in document.entries())
    assert Counter(entry.marks for entry in LongTermDocument(after).entries()) == old_marks


@without_deadline
@given(markdown, st.data())
def test_pinning_and_unpinning_gives_the_same_bytes(text: str, data: st.DataObject) -> None:
    document = LongTermDocument(text)
    assume(document.entry_blocks())
    index = data.draw(st.integers(0, len(document.entry_blocks()) - 1))
    block = document.entry_blocks()[index]
    before = marks_of(document, block)
    assume("```" not in document.block_text(block) and "~~~" not in document.block_text(block))
    pinned = LongTermDocument(mark_block(document, block, MARKS))
    assert marks_of(pinned, pinned.entry_blocks()[index]) == MARKS
    assert entry_texts(pinned.text) == entry_texts(text)
    assert mark_block(pinned, pinned.entry_blocks()[index], before) == text


def test_the_first_entry_makes_all_six_sections() -> None:
    assert add("", "Likes tea", "Preferences") == EMPTY.replace(
        "## Preferences\n", "## Preferences\n\n- Likes tea\n"
    )


@pytest.mark.parametrize("blank", ["\n", " \r\n\n", "\ufeff"])
def test_a_blank_file_counts_as_new(blank: str) -> None:
    assert headings(add(blank, "x"))[-1] == "## Notes"
    assert add(blank, "x").startswith("\ufeff") == (blank == "\ufeff")


def test_an_entry_goes_after_the_last_one_and_before_the_blank_line() -> None:
    text = "## Preferences\n\n- a\n- b\n\n## Notes\n"
    assert add(text, "c", "Preferences") == "## Preferences\n\n- a\n- b\n- c\n\n## Notes\n"


def test_an_entry_goes_above_a_deeper_heading() -> None:
    text = "## Preferences\n- a\n### Food\n- figs\n"
    assert add(text, "c", "Preferences") == "## Preferences\n- a\n- c\n### Food\n- figs\n"


def test_a_deeper_heading_of_the_same_name_is_not_the_section() -> None:
    text = "## Projects\n\n### Notes\n- mine\n"
    assert add(text, "a") == text + "\n## Notes\n\n- a\n"


@pytest.mark.parametrize("heading", ["## notes ##", "# Notes", "  ##\tNOTES", "Notes\n-----"])
def test_a_section_is_known_however_its_heading_is_written(heading: str) -> None:
    assert add(f"{heading}\n- a\n", "b") == f"{heading}\n- a\n- b\n"


def test_a_section_without_entries_keeps_its_introduction_first() -> None:
    text = "## Notes\nMy own words.\n## Mine\n"
    assert add(text, "a") == "## Notes\nMy own words.\n\n- a\n\n## Mine\n"


def test_a_missing_section_is_made_in_the_usual_order() -> None:
    assert add("## Preferences\n\n- a\n\n## Notes\n\n- n\n", "p", "Projects") == (
        "## Preferences\n\n- a\n\n## Projects\n\n- p\n\n## Notes\n\n- n\n"
    )


def test_a_made_section_has_a_blank_line_around_it() -> None:
    assert add("- a\n## Notes\n", "p", "Projects") == "- a\n\n## Projects\n\n- p\n\n## Notes\n"


def test_an_unknown_section_is_made_at_the_end() -> None:
    assert add("## Notes\n", "p", "Recipes") == "## Notes\n\n## Recipes\n\n- p\n"


def test_a_file_of_a_persons_own_making_gets_the_section_at_its_end() -> None:
    assert add("My notes, no headings", "a") == "My notes, no headings\n\n## Notes\n\n- a\n"


def test_windows_line_ends_and_the_persons_bullet_are_taken_up() -> None:
    text = "## Notes\r\n\r\n*  a\r\n"
    assert add(text, "b\nc") == "## Notes\r\n\r\n*  a\r\n*  b\r\n   c\r\n"


def test_many_lines_stay_one_entry() -> None:
    text = add(EMPTY, "one\ntwo\n\n- three\n# four\n---\n```\nfive")
    assert text.endswith("- one\n  two\n\n  - three\n  \\# four\n  \\---\n  ```\n  five\n  ```\n")
    assert len(LongTermDocument(text).entries()) == 1


def test_a_deletion_leaves_no_stub_and_no_second_blank_line() -> None:
    text = "## Preferences\n\n- a\n\n## Notes\n\n- b\n- c\n\n- d\n"
    assert remove(text, "a") == "## Preferences\n\n## Notes\n\n- b\n- c\n\n- d\n"
    assert remove(text, "c") == "## Preferences\n\n- a\n\n## Notes\n\n- b\n\n- d\n"
    assert remove("- a\n\n## Notes\n", "a") == "## Notes\n"
    assert remove(text, "d") == "## Preferences\n\n- a\n\n## Notes\n\n- b\n- c\n"


def test_a_replacement_matches_whole_entries_only() -> None:
    text = "## Likes tea\n- Likes tea with milk\n- Likes tea\n\nLikes tea a lot\n"
    assert replace(text, "Likes tea", "Likes figs") == (
        "## Likes tea\n- Likes tea with milk\n- Likes figs\n\nLikes tea a lot\n"
    )
    assert blocks_saying(LongTermDocument(text), "Likes") == []


def test_a_replacement_matches_with_a_dash_with_marks_and_over_lines() -> None:
    document = LongTermDocument("- a\n  b <!-- x -->\n- c <!-- tool 2026-02-28 -->\n")
    assert len(blocks_saying(document, "- c <!-- tool 2026-02-28 -->")) == 1
    assert len(blocks_saying(document, "  a\nb <!-- x -->  \n")) == 1


def test_a_child_and_a_paragraph_can_be_replaced_and_removed() -> None:
    text = "- project\n  - due in May\n  - for Ana\n\nMy own words\nin two lines\n"
    assert replace(text, "due in May", "due in June\nat noon") == text.replace(
        "  - due in May\n", "  - due in June\n    at noon\n"
    )
    assert remove(text, "for Ana") == text.replace("  - for Ana\n", "")
    assert replace(text, "My own words\nin two lines", "New") == (
        "- project\n  - due in May\n  - for Ana\n\nNew\n"
    )


def test_a_heading_is_never_found() -> None:
    document = LongTermDocument("# Notes\n## Notes\nNotes\n-----\n")
    assert blocks_saying(document, "Notes") == []
    assert blocks_saying(document, "## Notes") == []


def test_an_entry_that_moved_is_found_and_the_nearer_of_two() -> None:
    seen = Entry("Notes", "a", EntryMarks(), first_line=6, last_line=6)
    document = LongTermDocument("- a\n\n\n\n\n\n\n- a\n")
    block = locate(document, seen)
    assert block is not None
    assert block.start == 7
    assert locate(LongTermDocument("- b\n"), seen) is None
