"""Deleting everything, on a whole home: nothing is left on disk, and the app goes on at once."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import date, time
from pathlib import Path

import pytest

from app.contracts.conversation import MessageKind, NewMessage, Session
from app.contracts.jobs import JobKind
from app.contracts.models_catalog import ProviderAccount, ProviderKind
from app.device.file_secrets import FileSecrets
from app.memory.daily_log import new_block
from app.memory.daily_logs import DailyLogs
from app.memory.delete_everything import DeleteEverything, is_confirmed
from app.memory.kept_files import KeptFiles
from app.memory.long_term_memory import LongTermMemory
from app.memory.write_recorder import WriteRecorder
from app.wiring.environment import Environment
from app.wiring.foundations import Foundations, open_foundations

SECRET = "the blue heron at the lake"
KEY = "sk-blue-heron-0123456789"


@contextmanager
def opened(home: Path) -> Generator[Foundations]:
    base = open_foundations(Environment(home))
    try:
        yield base
    finally:
        base.close()


def recorder(base: Foundations) -> WriteRecorder:
    return WriteRecorder(base.history, base.files, base.index)


def live_a_little(base: Foundations, home: Path) -> None:
    record, now = recorder(base), base.clock.now()
    LongTermMemory(base.files, record, base.clock).save(f"Saw {SECRET}", "notes")
    day = date(2026, 2, 28)
    block = new_block("b1", time(9), f"About {SECRET}", f"- {SECRET}")
    DailyLogs(base.files, record).append_block(day, block)
    KeptFiles(base.files, record).write("files/birds.md", SECRET)
    base.sessions.create(Session("s1", SECRET, "general-assistant", now, now))
    base.messages.append(NewMessage("m1", "s1", MessageKind.USER, SECRET, now))
    message = base.messages.get("m1")
    assert message is not None
    base.index.index_messages([message])
    base.jobs.enqueue(JobKind.FLUSH_SESSION, "s1", now)
    base.settings.put("memory.editor_draft", SECRET)
    base.settings.put("memory.token_budget", "900")
    (home / "exports").mkdir()
    (home / "exports" / "old.md").write_text(SECRET, encoding="utf-8")
    (home / "search.cache").write_text(SECRET, encoding="utf-8")
    (home / "oneclaw.db.damaged-1").write_text(SECRET, encoding="utf-8")
    base.providers.save(
        ProviderAccount("p1", ProviderKind.OPENAI, "Mine", "http://127.0.0.1:1/v1", "p1-key")
    )
    FileSecrets(Environment(home).secrets).put("p1-key", KEY)


def places_with(home: Path, words: str) -> list[str]:
    return [
        str(place.relative_to(home))
        for place in home.rglob("*")
        if place.is_file() and words.encode() in place.read_bytes()
    ]


def test_nothing_is_left_on_disk_and_the_app_goes_on_at_once(tmp_path: Path):
    home = tmp_path / "home"
    home.mkdir()
    with opened(home) as base:
        live_a_little(base, home)
        DeleteEverything(base.erasure)(with_keys=False)
        assert base.jobs.unfinished() == ()
    with opened(home) as base:
        assert places_with(home, "heron") == ["secrets.json"]
        assert base.sessions.newest_first() == ()
        assert base.index_rows.is_empty()
        assert base.jobs.unfinished() == ()
        assert base.settings.all() == {"memory.token_budget": "900"}
        assert [account.id for account in base.providers.all()][-1] == "p1"
        assert [c.message for c in base.history.log().commits] == [
            "init: initialize memory repository"
        ]
        LongTermMemory(base.files, recorder(base), base.clock).save("Starts anew", "notes")
        assert base.history.uncommitted() == ()
        assert len(base.history.log().commits) == 2
    assert places_with(home, SECRET) == []


def test_keys_go_only_when_asked(tmp_path: Path):
    home = tmp_path / "home"
    home.mkdir()
    with opened(home) as base:
        live_a_little(base, home)
        DeleteEverything(base.erasure)(with_keys=True)
    with opened(home):
        pass
    assert places_with(home, "heron") == []


@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_killed_in_the_middle_it_is_finished_at_the_next_start(tmp_path: Path, steps: int):
    home = tmp_path / "home"
    home.mkdir()
    with opened(home) as base:
        live_a_little(base, home)
        base.erasure.begin(with_keys=False)
        done = (base.erasure.erase_rows, base.history.erase, base.erasure.erase_files)
        with base.files.lock():
            for step in done[:steps]:
                step()
    with opened(home) as base:
        assert places_with(home, SECRET) == []
        assert base.sessions.newest_first() == ()
        assert not base.erasure.is_begun()
        assert base.history.uncommitted() == ()


@pytest.mark.parametrize(
    ("typed", "counts"), [("delete", True), (" Delete ", True), ("del", False)]
)
def test_the_word_has_to_be_typed(typed: str, *, counts: bool):
    assert is_confirmed(typed) is counts
