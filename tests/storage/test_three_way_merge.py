from hypothesis import given
from hypothesis import strategies as st

from app.storage.three_way_merge import MergeConflict, Merged, MergeOutcome, three_way_merge
from tests.property_settings import without_deadline

LINES = st.sampled_from(["- a", "- b", "", "## Notes", "- a\r", "text", "\x0bodd\u2028"])
TEXTS = st.lists(LINES, min_size=1, max_size=9).map("\n".join)


def merged(outcome: MergeOutcome) -> str:
    assert isinstance(outcome, Merged)
    return outcome.text


@without_deadline
@given(TEXTS, TEXTS)
def test_a_side_that_changed_nothing_takes_the_other(base: str, changed: str) -> None:
    assert three_way_merge(base, changed, base) == Merged(changed)
    assert three_way_merge(base, base, changed) == Merged(changed)


@without_deadline
@given(TEXTS, TEXTS)
def test_the_same_change_on_both_sides_is_made_once(base: str, changed: str) -> None:
    assert three_way_merge(base, changed, changed) == Merged(changed)


@without_deadline
@given(TEXTS, TEXTS, TEXTS)
def test_it_does_not_matter_who_is_called_mine(base: str, mine: str, theirs: str) -> None:
    assert three_way_merge(base, mine, theirs) == three_way_merge(base, theirs, mine)


@without_deadline
@given(st.lists(LINES, min_size=3, max_size=12), st.data())
def test_edits_apart_from_each_other_are_both_there(lines: list[str], data: st.DataObject) -> None:
    # Numbered lines: which line a change belongs to is beyond doubt.
    base = [f"{number} {line}\n" for number, line in enumerate(lines)]
    first = data.draw(st.integers(0, len(base) - 3))
    second = data.draw(st.integers(first + 2, len(base) - 1))
    mine = [*base[:first], "mine\n", *base[first + 1 :]]
    theirs = [*base[:second], "theirs\n", "theirs too\n", *base[second + 1 :]]
    expected = [*base[:first], "mine\n", *theirs[first + 1 :]]
    outcome = three_way_merge("".join(base), "".join(mine), "".join(theirs))
    assert outcome == Merged("".join(expected))


@without_deadline
@given(TEXTS, TEXTS, TEXTS)
def test_a_merge_invents_no_line(base: str, mine: str, theirs: str) -> None:
    outcome = three_way_merge(base, mine, theirs)
    if isinstance(outcome, Merged):
        known = {line.rstrip("\r") for text in (base, mine, theirs) for line in text.split("\n")}
        assert {line.rstrip("\r") for line in outcome.text.split("\n")} <= known


def test_two_entries_added_at_the_same_place_are_a_conflict() -> None:
    base = "## Notes\n\n- a\n\n## Other\n"
    mine = base.replace("- a\n", "- a\n- mine\n")
    theirs = base.replace("- a\n", "- a\n- theirs\n")
    assert three_way_merge(base, mine, theirs) == MergeConflict()


def test_neighbouring_lines_changed_by_two_are_a_conflict() -> None:
    assert three_way_merge("a\nb\n", "A\nb\n", "a\nB\n") == MergeConflict()


def test_a_change_and_a_deletion_of_one_line_are_a_conflict() -> None:
    assert three_way_merge("a\nb\nc\n", "a\nB\nc\n", "a\nc\n") == MergeConflict()


def test_windows_line_ends_are_kept() -> None:
    base = "a\r\nb\r\nc\r\n"
    outcome = three_way_merge(base, "A\r\nb\r\nc\r\n", "a\r\nb\r\nC\r\n")
    assert merged(outcome) == "A\r\nb\r\nC\r\n"


def test_a_missing_last_newline_never_glues_two_lines() -> None:
    base = "a\nb\nc"
    assert merged(three_way_merge(base, "A\nb\nc", "a\nb\nc\nd")) == "A\nb\nc\nd"
    assert three_way_merge(base, "a\nb\nc\nmine", "a\nb\nc\ntheirs") == MergeConflict()


def test_a_long_file_of_equal_lines_is_merged_in_reasonable_steps() -> None:
    base = "same\n" * 5000
    mine, theirs = "first\n" + base, base + "last\n"
    assert merged(three_way_merge(base, mine, theirs)) == "first\n" + base + "last\n"
