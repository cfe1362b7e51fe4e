"""What the tortured processes do, each for ever: save, append, edit, restore, talk.

After each call that returned, and only then, a writer acknowledges it with one line in its pipe.
A line is written in one piece, so a killed writer never leaves half of one.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, time, timedelta
from itertools import count, cycle
from multiprocessing.connection import Connection
from pathlib import Path

from app.contracts.conversation import MessageKind, NewMessage, Session
from app.contracts.jobs import JobKind
from app.contracts.memory_files import Written, daily_log_path
from app.memory.daily_log import new_block
from app.memory.daily_logs import DailyLogs
from app.memory.indexed_messages import IndexedMessages
from app.memory.kept_files import KeptFiles
from app.memory.long_term_memory import CATEGORIES, LongTermMemory
from app.memory.restore_version import RestoreVersion
from app.memory.write_recorder import WriteRecorder
from app.wiring.environment import Environment
from app.wiring.foundations import Foundations, open_foundations

SHARED_DAY = date(2026, 2, 28)
OWN_VERSIONS = ("one", "two", "three")
"""Three, so that a restore that was acknowledged and lost cannot pass for one under way."""

FIRST_OWN_DAY = date(1990, 1, 1)


@dataclass(frozen=True)
class Writer:
    """`number` is this process's own for ever: its words, session, file and day are named by it."""

    number: int
    base: Foundations
    record_write: WriteRecorder
    acks: Connection

    def acknowledge(self, *words: object) -> None:
        os.write(self.acks.fileno(), (" ".join(map(str, words)) + "\n").encode())

    def words(self) -> Iterator[str]:
        return (f"w{self.number}n{step}" for step in count())


def save_entries(writer: Writer) -> None:
    memory = LongTermMemory(writer.base.files, writer.record_write, writer.base.clock)
    for word, category in zip(writer.words(), cycle(CATEGORIES), strict=False):
        memory.save(fact(word), category)
        writer.acknowledge("fact", word)


def append_blocks(writer: Writer) -> None:
    logs = DailyLogs(writer.base.files, writer.record_write)
    for word in writer.words():
        logs.append_block(SHARED_DAY, new_block(word, time(9), word, block_body(word)))
        writer.acknowledge("block", word)


def edit_text(writer: Writer) -> None:
    """As the editor does: the whole text, based on what was read a while ago."""
    memory = LongTermMemory(writer.base.files, writer.record_write, writer.base.clock)
    for word in writer.words():
        based_on = memory.snapshot()
        changed = f"{based_on.text.rstrip()}\n- {edited(word)}\n"
        if isinstance(memory.save_text(changed, based_on), Written):
            writer.acknowledge("edit", word)


def restore_versions(writer: Writer) -> None:
    """A kept file and a log of its own, round and round through three versions."""
    files, history = writer.base.files, writer.base.history
    kept = KeptFiles(files, writer.record_write)
    logs = DailyLogs(files, writer.record_write)
    restore = RestoreVersion(files, history, writer.record_write)
    file, day = own_file(writer.number), own_day(writer.number)
    log = daily_log_path(day)
    for name in OWN_VERSIONS:
        kept.write(file, own_text(writer.number, name))
        writer.acknowledge("own", file, name)
        logs.append_block(day, new_block(f"{name}{writer.number}", time(9), name, f"- {name}"))
        writer.acknowledge("own", log, name)
    for name, step in zip(cycle(OWN_VERSIONS), count(), strict=False):
        for path in (file, log):
            restore(path, sha_of(writer, path, name))
            writer.acknowledge("own", path, name)
        if step % 5 == 4:
            with files.lock():
                history.collect_garbage()


def sha_of(writer: Writer, path: str, name: str) -> str:
    """Its versions were first written in their order."""
    oldest_first = list(reversed(writer.base.history.log(under=path, limit=200).commits))
    return oldest_first[OWN_VERSIONS.index(name)].sha


def talk(writer: Writer) -> None:
    base = writer.base
    now = base.clock.now()
    session = f"s{writer.number}"
    base.sessions.create(Session(session, f"Talk {writer.number}", "general", now, now))
    messages = IndexedMessages(base.messages, base.index, lambda: None)
    for word in writer.words():
        said = NewMessage(word, session, MessageKind.USER, f"I moved the boat to {word}.", now)
        messages.append(said)
        writer.acknowledge("said", session, word)
        base.jobs.enqueue(JobKind.FLUSH_SESSION, session, base.clock.now())


KINDS: dict[str, Callable[[Writer], None]] = {
    "save": save_entries,
    "append": append_blocks,
    "edit": edit_text,
    "restore": restore_versions,
    "talk": talk,
}


def run_writer(kind: str, home: str, number: int, acks: Connection) -> None:
    base = open_foundations(Environment(Path(home)))
    record_write = WriteRecorder(base.history, base.files, base.index)
    KINDS[kind](Writer(number, base, record_write, acks))


def fact(word: str) -> str:
    return f"fact {word}\nwith a second line {word}"


def block_body(word: str) -> str:
    return f"- said {word}\n- end"


def edited(word: str) -> str:
    return f"edited {word}"


def own_file(number: int) -> str:
    return f"files/own/{number}.md"


def own_day(number: int) -> date:
    return FIRST_OWN_DAY + timedelta(days=number)


def own_text(number: int, name: str) -> str:
    return f"{name} of {number}\n" * 20
