from datetime import UTC, date, datetime, timedelta

import pytest

from app.contracts.conversation import InjectedMemory
from app.contracts.search import MemorySource
from app.memory.entry_quality import EntryMark, JudgedEntry, MarkKind, judge_entries
from app.memory.entry_usage import EntryUsage, UsageReport, usage_key
from app.memory.long_term_document import Entry, LongTermDocument
from app.storage.database import UsageRows
from tests.conftest import House
from tests.memory.entries import entry

TODAY = date(2026, 2, 28)


def marks(*made: Entry, usage: UsageReport | None = None) -> list[tuple[EntryMark, ...]]:
    judged = judge_entries(made, TODAY, usage=usage or UsageReport({}))
    assert [one.entry for one in judged] == list(made)
    return [one.marks for one in judged]


def days_ago(days: int) -> date:
    return TODAY - timedelta(days=days)


def test_a_plain_fact_has_no_marks() -> None:
    assert marks(entry("Likes tea"), entry("Plays chess", saved_on=days_ago(300))) == [(), ()]


def test_each_mark_says_why() -> None:
    assert marks(
        entry("Likes tea", is_pinned=True),
        entry("likes tea!"),
        entry("Is in Lisbon this week", saved_on=days_ago(3)),
        entry("Is in Porto this week", saved_on=days_ago(40)),
        entry("The train was late today", saved_on=days_ago(1)),
        entry("Switched to the model gpt-4o"),
        entry("Asked about the weather", saved_on=TODAY),
        entry("Tea"),
    ) == [
        (EntryMark(MarkKind.PINNED, "Pinned: it stays as it is."),),
        (EntryMark(MarkKind.DUPLICATE, "Says the same as “Likes tea”."),),
        (EntryMark(MarkKind.TRANSIENT, "“this week” will not be true for long."),),
        (
            EntryMark(
                MarkKind.STALE, "“this week” will not be true for long. It was saved 40 days ago."
            ),
        ),
        (EntryMark(MarkKind.STALE, "“today” will not be true for long. It was saved yesterday."),),
        (EntryMark(MarkKind.TRANSIENT, "It tells of a change of the model, not of you."),),
        (EntryMark(MarkKind.TRANSIENT, "It tells of something that happened once."),),
        (EntryMark(MarkKind.VAGUE, "It is too short to tell what is meant."),),
    ]


def test_an_older_value_is_stale_and_names_the_newer_one() -> None:
    older, newer = marks(
        entry("Lives in Zurich", saved_on=days_ago(90)),
        entry("Lives in Geneva", saved_on=days_ago(2)),
    )
    assert older == (EntryMark(MarkKind.STALE, "Newer: “Lives in Geneva”."),)
    assert newer == ()


def test_a_long_entry_is_quoted_shortly() -> None:
    text = "Tells long stories " * 10
    (mark,) = marks(entry(text), entry(text))[1]
    assert len(mark.reason) < 100
    assert mark.reason.endswith("stories…”.")


@pytest.mark.parametrize(
    ("uses", "saved", "counting", "expected"),
    [
        (12, 90, 90, EntryMark(MarkKind.OFTEN_USED, "Used in 12 answers.")),
        (3, 90, 90, None),
        (0, 90, 45, EntryMark(MarkKind.NEVER_USED, "Not used in any answer for 45 days.")),
        (0, 90, 5, None),
        (0, 5, 90, None),
        (0, None, 90, None),
        (0, 90, None, None),
    ],
)
def test_use_is_told_only_when_it_was_watched_long_enough(
    house: House, uses: int, saved: int | None, counting: int | None, expected: EntryMark | None
) -> None:
    store = UsageRows(house.database)
    noon = datetime(2026, 2, 28, 12, tzinfo=UTC)
    if counting is not None:
        store.count(["something else"], noon - timedelta(days=counting))
    memory = InjectedMemory(MemorySource.LONG_TERM, "- Likes tea", None, 1.0)
    usage = EntryUsage(store, house.clock)
    for _ in range(uses):
        usage.injected([memory, memory])
    saved_on = None if saved is None else days_ago(saved)
    (found,) = marks(entry("Likes tea", saved_on=saved_on), usage=usage.report())
    assert found == ((expected,) if expected else ())


def test_only_long_term_memories_are_counted_and_gone_ones_forgotten(house: House) -> None:
    usage = EntryUsage(UsageRows(house.database), house.clock)
    usage.injected([InjectedMemory(MemorySource.DAILY_LOG, "- Likes tea", TODAY, 1.0)])
    assert usage.report().counts == {}
    usage.injected(
        [
            InjectedMemory(MemorySource.LONG_TERM, "- Likes tea", None, 1.0),
            InjectedMemory(MemorySource.LONG_TERM, "- Likes boats", None, 1.0),
        ]
    )
    usage.forget_all_but([entry("Likes tea")])
    assert set(usage.report().counts) == {usage_key("Likes tea")}


def test_a_closed_database_does_not_stop_the_message(house: House) -> None:
    usage = EntryUsage(UsageRows(house.database), house.clock)
    house.database.close()
    usage.injected([InjectedMemory(MemorySource.LONG_TERM, "- Likes tea", None, 1.0)])


def test_an_entry_has_one_key_wherever_it_is_read() -> None:
    text = "- Trip <!-- tool 2026-02-28 pinned -->\n  - by train\n"
    (read,) = LongTermDocument(text).entries()
    assert usage_key(text) == usage_key(read.text) == usage_key("- Trip\n  - by train")
    assert usage_key("Trip - by train") == usage_key("Trip\n- by train")
    assert usage_key("Trip") != usage_key("Tripe")


def test_pinned_and_often_used_entries_need_no_look() -> None:
    pinned = EntryMark(MarkKind.PINNED, "")
    vague = EntryMark(MarkKind.VAGUE, "")
    assert not JudgedEntry(entry("a"), (pinned,)).is_worth_a_look
    assert JudgedEntry(entry("a"), (pinned, vague)).is_worth_a_look
