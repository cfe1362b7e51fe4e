"""Tools, errors, stops, edits and a kill in 300 turns: nothing doubled, nothing lost."""

import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from app.contracts.conversation import Message
from app.wiring.environment import PROJECT
from tests.fakes.loopback_model import Purpose, loopback_model
from tests.flows.life import (
    Life,
    assert_history_is_whole,
    choose_model,
    daily_logs,
    git,
    open_life,
    until,
)
from tests.flows.long_conversation import (
    KILLED_AT,
    SESSIONS,
    TOLD,
    TURNS,
    Does,
    Turn,
    all_turns,
    check_form,
    decide,
    newest_question,
    remaining_rows,
)


def play_in_a_child(home: Path, first: int, last: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.flows.talking_child", str(home), str(first), str(last)]
    return subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True)


def rows_of(turns: list[Turn], rows: tuple[Message, ...]) -> None:
    expected = [row for turn in turns for row in remaining_rows(turn)]
    found = [(row.kind, row.text, row.is_partial) for row in rows]
    assert len(found) == len(expected)
    for (kind, text, partial), row in zip(expected, found, strict=True):
        assert row == (kind, row[1] if text is None else text, partial)
    sequences = [row.sequence for row in rows]
    assert sequences == sorted(set(sequences))


def check_conversations(life: Life) -> None:
    sessions = life.base.sessions.newest_first()
    assert len(sessions) == SESSIONS
    assert {session.title for session in sessions} == {"A long talk about many things"}
    by_first = {life.rows(session.id)[0].text: session.id for session in sessions}
    for number in range(SESSIONS):
        turns = [turn for turn in all_turns() if turn.session == number]
        rows_of(turns, life.rows(by_first[remaining_rows(turns[0])[0][1] or ""]))


def check_files(life: Life) -> None:
    written = [turn for turn in all_turns() if turn.does is Does.WRITES]
    notes = {path.name: path.read_text() for path in (life.home / "files/notes").iterdir()}
    assert notes == {f"{turn.mark}.txt": f"Written at {turn.mark}.\n" for turn in written}
    memory = (life.home / "memory/MEMORY.md").read_text()
    saved = [turn.passion for turn in all_turns() if turn.does is Does.SAVES]
    assert [memory.count(passion) for passion in saved] == [1] * len(saved)
    commits = Counter(git(life.home, "log", "--format=%s").splitlines())
    assert all(commits[f"file: write {turn.file}"] == 1 for turn in written)
    assert commits["memory: update MEMORY.md"] == len(saved)
    assert_history_is_whole(life.home)


def check_logs(life: Life) -> None:
    """Every question that remained is in the logs once; one that was edited away at most once."""
    text = "".join(daily_logs(life.home).values())
    told = Counter(TOLD.findall(text))
    for turn in all_turns():
        if turn.does is Does.IS_EDITED:
            assert told[turn.mark] <= 1
            assert told[f"{turn.mark}e"] == 1
        else:
            assert told[turn.mark] == 1, turn
    blocks = [line for line in text.splitlines() if line.startswith("<!-- block ")]
    assert len(blocks) == len(set(blocks))


@pytest.mark.timeout(900)
def test_three_hundred_turns_and_a_kill_in_the_middle(tmp_path: Path):
    home = tmp_path / "home"
    with loopback_model(decide) as model:
        choose_model(home, model.address)

        def asked_last() -> str:
            asked = model.of_purpose(Purpose.CHAT)
            return newest_question(asked[-1]) if asked else ""

        with play_in_a_child(home, 0, KILLED_AT) as first:
            until(lambda: asked_last().startswith(all_turns()[KILLED_AT].mark), "the long answer")
            first.send_signal(signal.SIGKILL)
        with play_in_a_child(home, KILLED_AT + 1, TURNS - 1) as rest:
            assert rest.wait(600) == 0
        with open_life(home) as life:
            life.chat.triggers.app_started()
            life.until_no_flush_waits()
            check_conversations(life)
            check_files(life)
            check_logs(life)
            assert life.found("orchids passion")
        for asked in model.of_purpose(Purpose.CHAT):
            check_form(asked)
        assert not model.of_purpose(Purpose.CONDENSE)
