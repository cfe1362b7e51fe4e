"""Forgetting a fact on real files, a real repository and a real database."""

import subprocess
from datetime import date, time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.contracts.conversation import InjectedMemory, MessageKind, NewMessage
from app.contracts.errors import WriteFailed
from app.contracts.memory_files import LONG_TERM_PATH, FileSnapshot, WriteOutcome
from app.memory.daily_log import new_block
from app.memory.entry_usage import usage_key
from app.memory.forget_fact import (
    FactForgotten,
    ForgetFact,
    ForgetParts,
    ForgetPlan,
    NothingToForget,
)
from app.memory.forget_redaction import telling_texts, without_facts
from app.memory.long_term_memory import LongTermMemory
from app.memory.memory_draft import Draft, keep_draft, kept_draft
from app.memory.write_recorder import WriteRecorder
from app.storage.database.index_rows import IndexRows
from app.storage.database.trace_rows import TraceRows
from app.storage.database.usage_rows import UsageRows
from app.storage.derived_arrays import DerivedArraysFile
from app.storage.git_history import GitHistory
from app.storage.memory_files import MemoryFilesOnDisk
from tests.conftest import House
from tests.property_settings import without_deadline

SECRET = "Her bank card number ends in 4411"
DAY = date(2026, 2, 28)


def history_of(house: House) -> GitHistory:
    return GitHistory(house.home, house.clock, redact=without_facts)


class FullDisk(MemoryFilesOnDisk):
    def write(self, path: str, text: str, *, based_on: FileSnapshot) -> WriteOutcome:
        raise WriteFailed("The disk is full; nothing was saved.")


def forgetting(house: House, files: MemoryFilesOnDisk | None = None) -> ForgetFact:
    history, files = history_of(house), files or house.files
    return ForgetFact(
        files,
        history,
        WriteRecorder(history, files, house.index),
        ForgetParts(
            TraceRows(house.database),
            house.settings,
            DerivedArraysFile(house.home / "search.cache").discard,
            UsageRows(house.database).forget,
        ),
    )


def plan_for(house: House, fact: str) -> ForgetPlan:
    plan = forgetting(house).look(fact)
    assert isinstance(plan, ForgetPlan)
    return plan


def memory_of(house: House) -> LongTermMemory:
    return LongTermMemory(house.files, house.record_write, house.clock)


def everything_in_git(home: Path) -> bytes:
    git = ["git", "-c", "safe.directory=*", "-C", str(home)]
    batch = subprocess.run(
        [*git, "cat-file", "--batch-all-objects", "--batch", "--unordered"],
        check=True,
        capture_output=True,
    )
    return batch.stdout


def test_a_forgotten_fact_is_in_no_file_row_or_version(house: House):
    memory = memory_of(house)
    memory.save("Likes tea with milk", "preferences")
    memory.save(SECRET, "notes")
    memory.save("Lives in Lisbon", "profile")
    body = f"- Talked about the bank.\n- {SECRET}\n- Went home early."
    house.logs.append_block(DAY, new_block("b1", time(14, 5), "Bank", body))
    house.begin_session()
    house.messages.append(
        NewMessage(
            "m1",
            "s1",
            MessageKind.ASSISTANT,
            "Noted.",
            house.clock.now(),
            injected=(
                InjectedMemory("long_term", SECRET, None, 0.9),
                InjectedMemory("long_term", "Lives in Lisbon", None, 0.5),
            ),
        )
    )
    UsageRows(house.database).count([usage_key(SECRET)], house.clock.now())
    (house.home / "search.cache").write_bytes(SECRET.encode())
    plan = plan_for(house, SECRET)
    assert [(place.path, place.lines) for place in plan.places] == [
        (LONG_TERM_PATH, (f"- {SECRET}",)),
        ("memory/daily/2026-02-28.md", (f"- {SECRET}",)),
    ]

    outcome = forgetting(house)(plan)

    assert isinstance(outcome, FactForgotten)
    assert outcome.lines == 2
    assert outcome.versions >= 2
    assert SECRET.encode() not in everything_in_git(house.home)
    assert all(SECRET not in chunk.text for chunk in IndexRows(house.database).all())
    assert {entry.text for entry in memory.document().entries()} == {
        "Likes tea with milk",
        "Lives in Lisbon",
    }
    assert "Went home early." in house.logs.read(DAY).text
    kept = house.messages.get("m1")
    assert kept is not None
    assert [memory.text for memory in kept.injected] == ["Lives in Lisbon"]
    assert not UsageRows(house.database).all()
    house.database.close()
    left = [
        str(place.relative_to(house.home))
        for place in house.home.rglob("*")
        if place.is_file() and SECRET.encode() in place.read_bytes()
    ]
    assert left == []


def test_the_last_version_agrees_with_the_files_and_the_rest_stays_restorable(house: House):
    memory = memory_of(house)
    memory.save("Likes tea with milk", "preferences")
    memory.save(SECRET, "notes")
    forgetting(house)(plan_for(house, SECRET))
    history = history_of(house)
    assert history.uncommitted() == ()
    assert "Likes tea" in history.file_at(LONG_TERM_PATH, history.log(limit=1).commits[0].sha)
    assert isinstance(forgetting(house).look(SECRET), NothingToForget)


def test_an_entry_of_several_lines_goes_whole_even_when_its_copy_has_them_joined(house: House):
    fact = "Passport of Ana\nnumber X1234567, valid until 2031\nyes"
    memory_of(house).save(fact, "profile")
    memory_of(house).save("Ana likes film cameras", "notes")
    forgetting(house)(plan_for(house, " ".join(fact.split())))
    assert [entry.text for entry in memory_of(house).document().entries()] == [
        "Ana likes film cameras"
    ]
    assert b"X1234567" not in everything_in_git(house.home)


def test_a_short_fact_takes_nothing_longer_with_it(house: House):
    for text in ("Tea", "The team meets on Mondays at nine"):
        memory_of(house).save(text, "notes")
    forgetting(house)(plan_for(house, "Tea"))
    texts = [entry.text for entry in memory_of(house).document().entries()]
    assert texts == ["The team meets on Mondays at nine"]


def test_what_no_file_says_is_not_forgotten_but_said_so(house: House):
    memory_of(house).save("Lives in Lisbon", "profile")
    assert forgetting(house).look("Once owned a red bicycle") == NothingToForget()


def test_an_unsaved_draft_forgets_too_and_keeps_the_rest(house: House):
    memory = memory_of(house)
    memory.save(SECRET, "notes")
    base = memory.snapshot()
    keep_draft(house.settings, Draft(f"{base.text}\n- Typed and not yet saved\n", base))
    forgetting(house)(plan_for(house, SECRET))
    draft = kept_draft(house.settings)
    assert draft is not None
    assert SECRET not in draft.text + draft.based_on.text
    assert "- Typed and not yet saved" in draft.text


def test_stopped_between_history_and_files_the_fact_is_still_seen_and_can_be_forgotten(
    house: House,
):
    memory_of(house).save(SECRET, "notes")
    plan = plan_for(house, SECRET)
    with pytest.raises(WriteFailed):
        forgetting(house, FullDisk(house.home))(plan)
    house.catch_up.run()
    assert isinstance(forgetting(house).look(SECRET), ForgetPlan)
    forgetting(house)(plan_for(house, SECRET))
    assert SECRET.encode() not in everything_in_git(house.home)


words = st.text(st.sampled_from("ab é\n-*#`>~\t"), max_size=60)


@without_deadline
@given(before=words, after=words, fact=st.text(st.sampled_from("abc é\n-"), min_size=1))
def test_whatever_the_text_none_of_the_fact_is_left_and_twice_is_once(
    before: str, after: str, fact: str
):
    texts = telling_texts(fact)
    redacted = without_facts("memory/MEMORY.md", f"{before}\n- {fact}\n{after}", texts)
    assert not any(text in line for text in texts for line in redacted.split("\n"))
    assert without_facts("memory/MEMORY.md", redacted, texts) == redacted
