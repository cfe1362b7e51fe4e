"""Edits of one version applied to another: what others did meanwhile always stays."""

from hypothesis import given
from hypothesis import strategies as st

from app.contracts.memory_files import LONG_TERM_PATH, FileSnapshot
from app.memory.compaction_plan import (
    AppliedEdits,
    CompactionEdit,
    CompactionPlan,
    Drop,
    Merge,
    apply_edits,
    make_plan,
)
from app.memory.long_term_document import BlockKind, LongTermDocument
from app.memory.long_term_edits import marks_of
from tests.memory.random_markdown import contents, markdown
from tests.property_settings import without_deadline

BASE = """\
# Long-term Memory

Some words of mine.

## Preferences

- Likes tea <!-- tool 2026-01-01 -->
- Prefers short answers
- likes tea <!-- flush 2026-02-01 -->

## My own heading

- Plays chess <!-- pinned -->
- plays chess
"""


def snapshot(text: str) -> FileSnapshot:
    return FileSnapshot(LONG_TERM_PATH, text, "digest", True)


def plan(*edits: CompactionEdit, base: str = BASE) -> CompactionPlan:
    made = make_plan(snapshot(base), edits)
    assert made is not None
    return made


def test_dropped_entries_go_and_all_else_stays_byte_for_byte() -> None:
    made = plan(Drop(2, "repeats", kept=0), Drop(4, "repeats", kept=3))
    assert made.after == BASE.replace("- likes tea <!-- flush 2026-02-01 -->\n", "").replace(
        "- plays chess\n", ""
    )


def test_a_merge_stands_where_the_topmost_stood_with_the_newest_date() -> None:
    made = plan(Merge((0, 2), "Likes tea a lot"))
    assert "- Likes tea a lot <!-- flush 2026-02-01 -->\n- Prefers short answers\n\n" in made.after


def test_the_diff_shows_words_and_no_marks() -> None:
    shown = plan(Drop(2, "repeats", kept=0)).diff()
    assert "-- likes tea" in shown
    assert "<!--" not in shown


def test_pinned_entries_are_never_touched() -> None:
    assert make_plan(snapshot(BASE), [Drop(3, "x"), Merge((3, 4), "Plays chess")]) is None


def test_edits_in_each_others_way_are_left_out() -> None:
    for_each_other = (Drop(0, "x", kept=2), Drop(2, "x", kept=0))
    assert make_plan(snapshot(BASE), for_each_other) is None
    assert make_plan(snapshot(BASE), [Merge((1, 1), "Prefers answers")]) is None
    made = plan(Drop(4, "x", kept=3), Merge((1, 4), "Prefers chess"), Drop(4, "again"))
    assert made.edits == (Drop(4, "x", kept=3),)


def test_new_entries_and_other_peoples_changes_survive() -> None:
    made = plan(Drop(2, "repeats", kept=0), Merge((1,), "Prefers answers"), Drop(4, "r", kept=3))
    meanwhile = BASE.replace("- Prefers short answers", "- Prefers long answers").replace(
        "## My own heading\n", "- New\n\n## My own heading\n\n- Newer\n"
    )
    done = apply_edits(BASE, meanwhile, made.edits)
    assert done.applied == (made.edits[0], made.edits[2])
    assert done.text == meanwhile.replace("- likes tea <!-- flush 2026-02-01 -->\n", "").replace(
        "- plays chess\n", ""
    )


def test_an_entry_stays_when_the_one_that_made_it_needless_is_gone() -> None:
    made = plan(Drop(2, "repeats", kept=0))
    meanwhile = BASE.replace("- Likes tea <!-- tool 2026-01-01 -->\n", "")
    assert apply_edits(BASE, meanwhile, made.edits).text == meanwhile


def test_an_entry_pinned_meanwhile_stays() -> None:
    made = plan(Drop(2, "repeats", kept=0))
    meanwhile = BASE.replace("flush 2026-02-01", "flush 2026-02-01 pinned")
    assert apply_edits(BASE, meanwhile, made.edits).text == meanwhile


def test_the_same_entry_twice_is_told_apart_by_its_order() -> None:
    base = "- a\n- b\n- a\n"
    made = plan(Drop(2, "repeats", kept=0), base=base)
    assert made.after == "- a\n- b\n"
    assert apply_edits(base, "- new\n" + base, made.edits).text == "- new\n- a\n- b\n"
    assert apply_edits(base, base + "- a\n", made.edits).applied == ()


def test_applying_twice_changes_nothing_more() -> None:
    made = plan(Drop(2, "r", kept=0), Merge((1,), "Prefers answers"))
    assert apply_edits(BASE, made.after, made.edits).text == made.after


def _guarded(text: str) -> list[str]:
    """Headings, text that is no entry, and pinned entries."""
    document = LongTermDocument(text)
    return [
        document.raw_text(block)
        for block in document.blocks
        if block.kind is not BlockKind.ENTRY or marks_of(document, block).is_pinned
    ]


def _edits(count: int) -> st.SearchStrategy[list[CompactionEdit]]:
    index = st.integers(0, max(count, 1))
    drops = st.builds(Drop, index, st.just("any"), st.none() | index)
    merges = st.builds(Merge, st.lists(index, min_size=1, max_size=3).map(tuple), contents)
    return st.lists(drops | merges, max_size=6)


@without_deadline
@given(markdown, st.data())
def test_pinned_and_unknown_text_survive_any_edits(text: str, data: st.DataObject) -> None:
    entries = LongTermDocument(text).entries()
    made = make_plan(snapshot(text), data.draw(_edits(len(entries))))
    if made is not None:
        assert _guarded(made.after) == _guarded(text)
        drops = [edit for edit in made.edits if isinstance(edit, Drop)]
        once = apply_edits(text, text, drops).text
        assert apply_edits(text, once, drops) == AppliedEdits(once, ())


def test_an_entry_that_is_to_be_joined_with_itself_stays_as_it_is() -> None:
    text = "- a fact\n- another\n  - child\n# Long-term Memory"
    assert apply_edits(text, text, [Merge((1, 1), "0")]) == AppliedEdits(text, ())


@without_deadline
@given(markdown, markdown, st.data())
def test_whatever_stands_there_meanwhile_survives(
    text: str, meanwhile: str, data: st.DataObject
) -> None:
    edits = data.draw(_edits(len(LongTermDocument(text).entries())))
    done = apply_edits(text, meanwhile, edits)
    assert _guarded(done.text) == _guarded(meanwhile)
    known = {entry.text for entry in LongTermDocument(text).entries()}
    left = [entry.text for entry in LongTermDocument(done.text).entries()]
    for entry in LongTermDocument(meanwhile).entries():
        assert entry.text in known or entry.text in left
