from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from app.memory.entry_text import EntryMarks, EntryOrigin
from app.memory.long_term_document import BlockKind, LongTermDocument
from tests.memory.random_markdown import markdown
from tests.property_settings import without_deadline


def texts(text: str) -> list[str]:
    return [entry.text for entry in LongTermDocument(text).entries()]


@without_deadline
@given(markdown | st.text())
def test_any_text_comes_back_byte_for_byte(text: str) -> None:
    document = LongTermDocument(text)
    assert "".join(document.lines) == text


@without_deadline
@given(markdown | st.text())
def test_blocks_stand_in_order_and_share_no_line(text: str) -> None:
    document = LongTermDocument(text)
    position = 0
    for block in document.blocks:
        assert position <= block.start < block.end <= len(document.lines)
        assert not "".join(document.lines[position : block.start]).strip("\ufeff \t\r\n\x0c\u2028")
        position = block.end


@without_deadline
@given(markdown)
def test_the_visible_text_differs_only_by_the_marks(text: str) -> None:
    document = LongTermDocument(text)
    visible = LongTermDocument(document.visible_text())
    assert [entry.text for entry in visible.entries()] == [e.text for e in document.entries()]
    assert len(visible.lines) == len(document.lines)
    assert all(entry.marks == EntryMarks() for entry in visible.entries())


def test_entries_carry_section_lines_and_marks() -> None:
    text = (
        "# Long-term Memory\n\n- before all\n\n## Preferences\n\n- Likes tea\n"
        "* Trains <!-- tool 2026-02-28 pinned -->\n  with a bed\n\n"
        "### Food\n+ Figs <!-- pinned -->\n"
    )
    first, second, third, fourth = LongTermDocument(text).entries()
    assert (first.section, first.text, first.first_line) == ("", "before all", 3)
    assert (second.section, second.marks) == ("Preferences", EntryMarks())
    assert (third.text, third.first_line, third.last_line) == ("Trains\nwith a bed", 8, 9)
    assert third.marks == EntryMarks(EntryOrigin.TOOL, date(2026, 2, 28), is_pinned=True)
    assert (fourth.section, fourth.text, fourth.marks.is_pinned) == ("Preferences", "Figs", True)


def test_sections_keep_the_order_of_the_file_and_empty_ones_show() -> None:
    document = LongTermDocument("# Long-term Memory\n## Notes\n## Mine\n- a\n")
    assert [(s.title, len(s.entries)) for s in document.sections()] == [("Notes", 0), ("Mine", 1)]


def test_code_comments_quotes_and_rules_hold_no_entries() -> None:
    assert texts("```\n- code\n# code\n```\n<!--\n- hidden\n-->\n> - quoted\n- - -\n- real\n") == [
        "real"
    ]


def test_a_fence_or_comment_nobody_closes_does_not_swallow_the_rest() -> None:
    assert texts("```\n- a\n") == ["a"]
    assert texts("<!-- open\n- a\n") == ["a"]
    assert texts("~~~~\n~~~\n- a\n") == ["a"]


def test_a_bullet_keeps_its_children_paragraphs_and_code() -> None:
    text = "- a\n  - child\n\n  second paragraph\n  ```\n- not code any more\n"
    assert texts(text) == ["a\n- child\n\nsecond paragraph\n```", "not code any more"]


def test_text_after_a_blank_line_is_not_part_of_the_bullet() -> None:
    document = LongTermDocument("- a\nlazy\n\nmine\n")
    assert [entry.text for entry in document.entries()] == ["a\nlazy"]
    assert document.blocks[-1].kind is BlockKind.TEXT


def test_underlined_headings_are_headings() -> None:
    document = LongTermDocument("Mine\n----\n- a\n")
    assert document.entries()[0].section == "Mine"


def test_a_byte_order_mark_hides_no_heading() -> None:
    document = LongTermDocument("\ufeff## Notes\r\n- a\r\n")
    assert document.entries()[0].section == "Notes"
    assert document.entries()[0].text == "a"


def test_an_impossible_date_is_the_persons_own_text() -> None:
    (entry,) = LongTermDocument("- a <!-- tool 2026-02-31 -->\n").entries()
    assert entry.text == "a <!-- tool 2026-02-31 -->"
    assert entry.marks == EntryMarks()
