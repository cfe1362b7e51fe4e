from hypothesis import given
from hypothesis import strategies as st

from app.memory.text.word_diff import LineKind, changed_words, count_changes, word_diff
from tests.property_settings import without_deadline

TEXTS = st.lists(st.sampled_from(["a b", "a c", "", "long line", "ä ö"]), max_size=8).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)


def shown(old: str | None, new: str | None) -> list[str]:
    return [f"{line.kind}{line.text}" for line in word_diff(old, new)]


def test_a_changed_line_stands_below_what_it_was_with_its_words_marked():
    removed, added = word_diff("- Prefers long answers\n", "- Prefers short answers\n")
    assert (removed.kind, added.kind) == (LineKind.REMOVED, LineKind.ADDED)
    assert [piece.text for piece in removed.pieces if piece.is_changed] == ["long"]
    assert [piece.text for piece in added.pieces if piece.is_changed] == ["short"]


def test_lines_with_nothing_in_common_are_not_marked_word_by_word():
    old, new = changed_words("tea in the morning", "Zürich 1999")
    assert not any(piece.is_changed for piece in (*old, *new))


def test_a_new_and_a_deleted_file_show_every_line():
    assert shown(None, "one\ntwo\n") == ["+one", "+two"]
    assert shown("one\n", None) == ["-one"]


def test_far_lines_become_one_gap():
    old = "".join(f"line {number}\n" for number in range(20))
    lines = shown(old, old.replace("line 10\n", "line ten\n"))
    assert lines[0] == lines[-1] == "…"
    assert lines.count("…") == 2
    assert "-line 10" in lines
    assert " line 7" in lines
    assert " line 6" not in lines


def test_nothing_changed_shows_nothing():
    assert word_diff("same\n", "same\n") == ()


def test_texts_too_long_to_compare_are_shown_as_old_and_new():
    old = "".join(f"old {number}\n" for number in range(2_100))
    new = "".join(f"new {number}\n" for number in range(2_101))
    assert count_changes(word_diff(old, new)) == (2_101, 2_100)


@without_deadline
@given(TEXTS, TEXTS)
def test_removed_and_same_lines_are_the_old_text_and_added_and_same_the_new(old: str, new: str):
    lines = word_diff(old, new, context=100)
    if old == new:
        return
    olds = [line.text for line in lines if line.kind is not LineKind.ADDED]
    news = [line.text for line in lines if line.kind is not LineKind.REMOVED]
    assert "".join(f"{line}\n" for line in olds) == old
    assert "".join(f"{line}\n" for line in news) == new
