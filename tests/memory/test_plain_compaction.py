from datetime import date, timedelta

from app.memory.compaction_plan import Drop
from app.memory.plain_compaction import plain_edits
from tests.memory.entries import entries, entry

TODAY = date(2026, 2, 28)


def test_repeats_and_what_is_over_go_and_nothing_else() -> None:
    found = plain_edits(
        [
            entry("Likes tea", is_pinned=True),
            entry("likes tea"),
            entry("The train was late today", saved_on=TODAY - timedelta(days=1)),
            entry("The bus was late today", saved_on=TODAY),
            entry("Currently in Lisbon", saved_on=TODAY - timedelta(days=300)),
            entry("Lives in Zurich", saved_on=TODAY - timedelta(days=300)),
            entry("Lives in Geneva", saved_on=TODAY - timedelta(days=3)),
            entry("Tea"),
        ],
        TODAY,
    )
    assert found == (
        Drop(1, "It repeats “Likes tea”.", kept=0),
        Drop(2, "“today” will not be true for long."),
    )


def test_pinned_and_long_entries_never_go_for_being_passing() -> None:
    long_one = "Had a long talk today " + "about many things " * 20
    assert plain_edits([entry("It rains today", is_pinned=True), entry(long_one)], TODAY) == ()
    assert plain_edits(entries("Today:\n- milk\n- eggs"), TODAY) == ()


def test_a_repeat_of_something_passing_goes_for_being_passing() -> None:
    found = plain_edits(entries("The train was late today", "The train was late today"), TODAY)
    assert [(drop.index, drop.kept) for drop in found] == [(0, None), (1, None)]
