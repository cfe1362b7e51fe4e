"""Whatever dress an answer wears, it is understood or refused; never half of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.compaction_outcomes import RefusalReason, Refused
from app.memory.compaction_plan import Drop, Merge
from app.memory.compaction_reply import read_reply
from tests.memory.entries import entries, entry
from tests.property_settings import without_deadline

TEXTS = entries("Likes tea", "Likes green tea", "It rains today", "Plays chess")
SHOWN = (0, 1, 2, 3)


def read(reply: str, *, must_say_end: bool = False) -> object:
    return read_reply(reply, TEXTS, SHOWN, must_say_end=must_say_end)


@pytest.mark.parametrize(
    "reply",
    [
        "drop 1 for 2: the same\ndrop 3: passing\nend",
        "```\ndrop 1 for 2: the same\ndrop 3: passing\nend\n```",
        "Here you are:\n\n- **Drop 1 for 2**: the same\n- **Drop 3**: passing\n\nEnd",
        "1. DROP [1] FOR [2] - the same\n2. Delete #3 (passing)\nkeep 4",
        "> drop 1 -> 2: the same\r\n> remove entry 3: passing\r\n",
        "* `drop 1 in favour of 2: the same`\n* `drop 3: passing`",
    ],
)
def test_drops_are_read_in_any_dress(reply: str) -> None:
    assert read(reply) == (Drop(0, "the same", kept=1), Drop(2, "passing"))


@pytest.mark.parametrize(
    "reply",
    [
        "merge 1, 2: Likes green tea",
        "Merge 1 and 2: “Likes green tea”",
        'merge 2 + 1 -> "Likes green tea"',
        "combine entries 1-2 into: 'Likes green tea'",
        "**merge 1, 2**: Likes green tea",
    ],
)
def test_merges_are_read_in_any_dress(reply: str) -> None:
    assert read(reply) == (Merge((0, 1), "Likes green tea"),)


@pytest.mark.parametrize(
    ("reply", "indexes"),
    [("drop 1, 2 and 4: x", [0, 1, 3]), ("drop 1-3", [0, 1, 2]), ("drop 2 & 3.", [1, 2])],
)
def test_several_numbers_are_several_drops(reply: str, indexes: list[int]) -> None:
    edits = read_reply(reply, TEXTS, SHOWN, must_say_end=False)
    assert not isinstance(edits, Refused)
    assert [edit.index for edit in edits if isinstance(edit, Drop)] == indexes


@pytest.mark.parametrize("reply", ["keep all\nend", "Nothing to change.", "None", "end"])
def test_all_may_stay(reply: str) -> None:
    assert read(reply) == ()


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", RefusalReason.EMPTY),
        ("```\n```", RefusalReason.EMPTY),
        ("我觉得这些条目都很好，可以删除第三条。", RefusalReason.UNREADABLE),
        ("I would tidy this up by", RefusalReason.UNREADABLE),
        ("drop 3: passing\ndrop the", RefusalReason.UNREADABLE),
        ("drop 3: passing\nmerge 1, 2", RefusalReason.UNREADABLE),
        ("merge 1, 2:", RefusalReason.UNREADABLE),
        ("drop 9-2", RefusalReason.UNREADABLE),
        ("drop 1-4000", RefusalReason.UNREADABLE),
        ("drop 3: passing\n" + "x" * 100_000, RefusalReason.UNREADABLE),
        ('{"drop": [3]}', RefusalReason.UNREADABLE),
    ],
)
def test_what_is_no_answer_is_refused(reply: str, reason: RefusalReason) -> None:
    assert read(reply) == Refused(reason)


def test_an_answer_of_unknown_end_has_to_say_so() -> None:
    assert read("drop 3: x", must_say_end=True) == Refused(RefusalReason.CUT_OFF)
    assert read("drop 3: x\nend.", must_say_end=True) == (Drop(2, "x"),)


def rewritten(*lines: str) -> str:
    return "\n".join(["# Long-term Memory", "", "## Notes", "", *lines])


def test_the_whole_file_echoed_changes_nothing() -> None:
    reply = rewritten("- Likes tea", "- Likes green tea", "- It rains today", "- Plays chess")
    assert read(reply) == ()
    assert read(f"Sure!\n\n```markdown\n{reply}\n```\n") == ()


def test_a_rewritten_file_is_read_as_edits() -> None:
    reply = rewritten("- Likes tea, green tea", "- Plays chess <!-- pinned -->")
    assert read(reply) == (Merge((0, 1), "Likes tea, green tea"), Drop(2, "left out"))


def test_a_rewritten_file_with_something_new_is_refused() -> None:
    reply = rewritten("- Likes tea", "- Likes green tea", "- Owns a yacht")
    assert read(reply) == Refused(RefusalReason.INVENTED)


def test_a_rewritten_file_that_ends_early_or_swaps_sections_is_refused() -> None:
    two = (entry("Likes tea", section="Preferences"), entry("Plays chess", section="Interests"))
    whole = "# Long-term Memory\n## Preferences\n- Likes tea\n## Interests\n- Plays chess\n"
    early = "# Long-term Memory\n## Preferences\n- Likes tea\n"
    swapped = "# Long-term Memory\n## Interests\n- Plays chess\n## Preferences\n- Likes tea\n"
    assert read_reply(whole, two, (0, 1), must_say_end=False) == ()
    for reply in (early, swapped):
        refused = read_reply(reply, two, (0, 1), must_say_end=False)
        assert refused == Refused(RefusalReason.SECTIONS_CHANGED)


@without_deadline
@given(
    st.text()
    | st.lists(st.sampled_from("drop merge 1 2 , : for end \n - [3] x".split(" "))).map(" ".join)
)
def test_no_answer_ever_breaks_the_reader(reply: str) -> None:
    assert isinstance(read(reply), tuple | Refused)
