"""The doctor as a person calls it: what it finds, what it mends, and that it only looks when asked
to look.
"""

import os
import shutil
import socket
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest
from filelock import FileLock

from app.contracts.conversation import MessageKind, NewMessage, Session
from app.contracts.history import daily_log_message, memory_message
from app.memory.catch_up import CatchUp
from app.memory.daily_log import new_block
from app.memory.daily_logs import DailyLogs
from app.memory.long_term_memory import LongTermMemory
from app.memory.write_recorder import WriteRecorder
from app.storage.database.migrations import MIGRATIONS, seen_files
from app.storage.memory_files import LOCK_NAME
from app.storage.quiet_moment import is_held
from app.wiring.doctor import CANNOT_CHECK, FINDINGS, FINE, main
from app.wiring.environment import Environment
from app.wiring.foundations import Foundations, open_foundations
from tests.storage.git_history.place import run_git

BEFORE_SEEN_FILES = MIGRATIONS.index(seen_files)


@dataclass(frozen=True)
class Patient:
    """A memory directory that was in use, and what the doctor says about it."""

    home: Path
    capture: pytest.CaptureFixture[str]

    def doctor(self, *arguments: str) -> tuple[int, str]:
        code = main([*arguments, str(self.home)])
        return code, self.capture.readouterr().out

    def bytes_of_everything(self) -> dict[str, tuple[int, int, bytes]]:
        return {
            str(path.relative_to(self.home)): (
                path.lstat().st_mode,
                path.lstat().st_mtime_ns,
                path.read_bytes() if path.is_file() else b"",
            )
            for path in sorted(self.home.rglob("*"))
        }

    def memory_digests(self) -> dict[str, str]:
        return {
            str(path.relative_to(self.home)): sha256(path.read_bytes()).hexdigest()
            for folder in ("memory", "files")
            for path in sorted((self.home / folder).rglob("*"))
            if path.is_file() and not path.name.startswith(".")
        }

    def is_mended(self) -> None:
        """A repair puts everything right, and leaves the memory files as they are."""
        before = self.memory_digests()
        code, told = self.doctor("--repair")
        assert (code, self.memory_digests()) == (FINE, before), told
        assert self.doctor()[0] == FINE
        done = run_git(self.home, "fsck", "--full", "--strict", "--no-dangling")
        assert (done.returncode, done.stdout + done.stderr) == (0, b"")
        assert run_git(self.home, "status", "--porcelain").stdout == b""


def live(base: Foundations) -> None:
    now = base.clock.now()
    record = WriteRecorder(base.history, base.files, base.index)
    memory = LongTermMemory(base.files, record, base.clock)
    for fact in ("Ana sails.", "Prefers trains.", "Zürich is home."):
        memory.save(fact)
    block = new_block("b1", now.timetz().replace(tzinfo=None), "Boats", "- Bought rope.")
    DailyLogs(base.files, record).append_block(now.date(), block)
    base.sessions.create(Session("s1", "Boats", "general", now, now))
    stored = base.messages.append(NewMessage("m1", "s1", MessageKind.USER, "Boats float.", now))
    base.index.index_messages([stored])


@pytest.fixture
def patient(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Patient:
    home = tmp_path / "home"
    home.mkdir()
    base = open_foundations(Environment(home))
    live(base)
    base.close()
    return Patient(home, capsys)


@pytest.fixture
def running(patient: Patient) -> Iterator[Foundations]:
    base = open_foundations(Environment(patient.home))
    yield base
    base.close()


def a_log(patient: Patient) -> Path:
    (log,) = (patient.home / "memory/daily").glob("*.md")
    return log


def test_a_directory_in_order_is_fine(patient: Patient):
    code, told = patient.doctor()
    assert code == FINE, told
    assert "2 files with" in told
    assert "5 versions, and every piece of them can be read." in told
    assert "1 conversation and 1 message" in told
    assert "5 chunks, 5 of them without a vector yet." in told
    assert told.endswith("All is well.\n")


def test_looking_changes_not_a_byte(patient: Patient):
    spoil_everything(patient)
    before = patient.bytes_of_everything()
    code, _ = patient.doctor()
    assert code == FINDINGS
    assert patient.bytes_of_everything() == before


def test_looking_at_a_directory_in_order_changes_not_a_byte(patient: Patient):
    before = patient.bytes_of_everything()
    assert patient.doctor()[0] == FINE
    assert patient.bytes_of_everything() == before


@pytest.mark.parametrize("has_shared_memory", [True, False])
def test_looking_at_what_a_killed_process_left_changes_not_a_byte(
    patient: Patient, tmp_path: Path, has_shared_memory: bool
):
    database = patient.home / "oneclaw.db"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE sessions SET title = 'only in the log'")
        connection.commit()
        # A copy taken now is what a kill would leave: a database and a log that is not folded in.
        for ending in ("", "-wal", *(["-shm"] if has_shared_memory else [])):
            shutil.copyfile(f"{database}{ending}", tmp_path / f"oneclaw.db{ending}")
    for ending in ("", "-wal", "-shm"):
        (patient.home / f"oneclaw.db{ending}").unlink(missing_ok=True)
    for left in tmp_path.glob("oneclaw.db*"):
        shutil.copyfile(left, patient.home / left.name)
    before = patient.bytes_of_everything()
    assert patient.doctor()[0] == FINE
    assert patient.bytes_of_everything() == before


def spoil_everything(patient: Patient) -> None:
    """Something wrong in every area that a repair can mend."""
    with (patient.home / "memory/MEMORY.md").open("a", encoding="utf-8") as file:
        file.write("\n- Typed by hand.\n")
    (patient.home / "files").mkdir(exist_ok=True)
    (patient.home / "files/plan.md").write_text("plan\n", encoding="utf-8")
    (patient.home / ".git/index.lock").touch()
    (patient.home / ".git/index").write_bytes(b"torn")
    (patient.home / "memory/.0123.oneclaw-tmp").write_bytes(b"half")
    (patient.home / "search.cache").write_bytes(b"not a cache")
    (patient.home / ".search.cache.x1").write_bytes(b"half")
    with closing(sqlite3.connect(patient.home / "oneclaw.db")) as connection:
        connection.execute("DELETE FROM memory_index WHERE chunk_text LIKE '%rope%'")
        connection.execute("DELETE FROM memory_index WHERE message_id IS NOT NULL")
        connection.execute(
            "INSERT INTO memory_index (id, source_type, chunk_text, created_at, updated_at,"
            " content_hash, source_path) VALUES ('x', 'daily_log', 'gone', 1, 1, 'h',"
            " 'memory/daily/1999-01-01.md')"
        )
        connection.commit()


def test_everything_derived_is_found_and_mended(patient: Patient):
    spoil_everything(patient)
    code, told = patient.doctor()
    assert code == FINDINGS
    for sentence in (
        "memory/MEMORY.md has changes that are not in the history yet.",
        "files/plan.md has changes that are not in the history yet.",
        "Locks were left over: index.lock.",
        "The list of files that git keeps is not up to date.",
        "memory/MEMORY.md: of its chunks 1 are missing, 0 out of date.",
        "memory/daily/1999-01-01.md is not there any more, but can still be found.",
        "1 message of conversations cannot be found.",
        "memory/.0123.oneclaw-tmp was being written when a process was killed.",
        ".search.cache.x1 was being written when a process was killed.",
        "search.cache is damaged. It is made again from the index.",
        "A repair mends what is derived and never touches a memory file.",
    ):
        assert sentence in told
    patient.is_mended()
    subjects = run_git(patient.home, "log", "-2", "--format=%s").stdout.decode().splitlines()
    assert sorted(subjects) == ["file: write files/plan.md", memory_message()]


def test_damage_inside_an_old_version_is_found_though_the_file_looks_the_same(patient: Patient):
    first = run_git(patient.home, "rev-parse", "HEAD~3:memory/MEMORY.md").stdout.decode().strip()
    piece = patient.home / ".git/objects" / first[:2] / first[2:]
    before = piece.stat()
    damaged = bytearray(piece.read_bytes())
    damaged[len(damaged) // 2] ^= 0xFF
    piece.chmod(0o600)
    piece.write_bytes(damaged)
    os.utime(piece, ns=(before.st_atime_ns, before.st_mtime_ns))
    code, told = patient.doctor()
    assert code == FINDINGS
    assert f"1 pieces are damaged: {first}." in told
    patient.is_mended()


def test_a_missing_piece_is_named_by_its_file(patient: Patient):
    log = a_log(patient).relative_to(patient.home).as_posix()
    blob = run_git(patient.home, "rev-parse", f"HEAD:{log}").stdout.decode().strip()
    (patient.home / ".git/objects" / blob[:2] / blob[2:]).unlink()
    code, told = patient.doctor()
    assert code == FINDINGS
    assert f"1 pieces are missing: {log}." in told
    patient.is_mended()


def test_a_missing_history_is_started_again(patient: Patient):
    shutil.rmtree(patient.home / ".git")
    code, told = patient.doctor()
    assert code == FINDINGS
    assert "There is no version history of these files." in told
    patient.is_mended()


def test_a_damaged_database_is_set_aside_and_told_of(patient: Patient):
    database = patient.home / "oneclaw.db"
    contents = bytearray(database.read_bytes())
    contents[4096:8192] = b"\xa5" * 4096
    database.write_bytes(contents)
    code, told = patient.doctor()
    assert code == FINDINGS
    assert "damaged" in told
    assert "Not compared with the files." in told
    patient.is_mended()
    assert "was set aside by a repair" in patient.doctor()[1]


def test_a_missing_database_is_made_again(patient: Patient):
    (patient.home / "oneclaw.db").unlink()
    code, told = patient.doctor()
    assert code == FINDINGS
    assert "There are memory files, but no database that knows them." in told
    patient.is_mended()


def test_a_newer_apps_database_is_left_alone_even_by_a_repair(patient: Patient):
    with closing(sqlite3.connect(patient.home / "oneclaw.db")) as connection:
        connection.execute("PRAGMA user_version = 999")
    code, told = patient.doctor()
    assert code == FINDINGS
    assert "newer version of the app" in told
    before = (patient.home / "oneclaw.db").read_bytes()
    assert patient.doctor("--repair")[0] == CANNOT_CHECK
    assert (patient.home / "oneclaw.db").read_bytes() == before


def test_an_older_database_is_no_fault(patient: Patient):
    with closing(sqlite3.connect(patient.home / "oneclaw.db")) as connection:
        newer = ("seen_files", "sent_prompt_parts", "prompt_texts", "sent_prompts", "drafts")
        for table in newer:
            connection.execute(f"DROP TABLE {table}")
        connection.execute(f"PRAGMA user_version = {BEFORE_SEEN_FILES}")
    code, told = patient.doctor()
    assert (code, f"of the older version {BEFORE_SEEN_FILES}" in told) == (FINE, True)
    patient.is_mended()


def test_faults_of_memory_files_are_told_and_never_mended(patient: Patient):
    log = a_log(patient)
    log.write_text(log.read_text(encoding="utf-8") * 2, encoding="utf-8")
    (patient.home / "memory/daily/2020-01-01.md").write_bytes(b"")
    (patient.home / "memory/daily/2020-01-02.md").write_bytes(b"\xff\xfe")
    (patient.home / "memory/daily/2020-01-03.md").write_text("- no header\n", encoding="utf-8")
    before = patient.memory_digests()
    code, told = patient.doctor("--repair")
    assert (code, patient.memory_digests()) == (FINDINGS, before)
    for sentence in (
        "has the block b1 2 times.",
        "2020-01-01.md is empty.",
        "2020-01-02.md is not UTF-8 text; it was left as it is.",
        "2020-01-03.md does not begin with the line '# Daily Log - 2020-01-03'.",
        "Only you can change that: memory files are never touched.",
    ):
        assert sentence in told


def a_link_out(patient: Patient, path: str) -> None:
    (patient.home.parent / "elsewhere.md").write_text("- not ours\n", encoding="utf-8")
    (patient.home / path).unlink()
    (patient.home / path).symlink_to(patient.home.parent / "elsewhere.md")


def test_a_link_in_place_of_a_file_is_told_by_its_name_and_left(patient: Patient):
    log = a_log(patient).relative_to(patient.home).as_posix()
    for path in ("memory/MEMORY.md", log):
        a_link_out(patient, path)
    code, told = patient.doctor("--repair")
    assert code == FINDINGS
    for path in ("memory/MEMORY.md", log):
        assert f"{path} is, or lies behind, a link; it was left as it is." in told
        assert (patient.home / path).is_symlink()
    assert "can still be found" not in told
    assert "Only you can change that" in told


def test_a_file_in_place_of_the_folder_of_logs_is_told(patient: Patient):
    folder = patient.home / "memory/daily"
    log = a_log(patient).relative_to(patient.home).as_posix()
    shutil.rmtree(folder)
    folder.write_text("I am a file\n", encoding="utf-8")
    code, told = patient.doctor("--repair")
    assert (code, log in told, "can still be found" in told) == (FINDINGS, True, False)
    assert folder.read_text(encoding="utf-8") == "I am a file\n"


def test_a_mark_of_another_editor_at_the_start_changes_nothing(patient: Patient):
    memory = patient.home / "memory/MEMORY.md"
    memory.write_bytes(b"\xef\xbb\xbf" + memory.read_bytes())
    patient.is_mended()
    assert "5 chunks" in patient.doctor()[1]


def test_an_endless_line_is_looked_at_and_mended(patient: Patient):
    with (patient.home / "memory/MEMORY.md").open("a", encoding="utf-8") as file:
        file.write("- " + "word " * 40_000)
    patient.is_mended()


def test_a_folder_in_place_of_the_memory_file_is_told(patient: Patient):
    (patient.home / "memory/MEMORY.md").unlink()
    (patient.home / "memory/MEMORY.md").mkdir()
    code, told = patient.doctor()
    assert (code, "memory/MEMORY.md is not a file" in told) == (FINDINGS, True)


def test_it_looks_and_repairs_while_the_app_runs(patient: Patient, running: Foundations):
    with FileLock(Environment(patient.home).engine_lock):
        assert patient.doctor()[0] == FINE
        live_on = WriteRecorder(running.history, running.files, running.index)
        LongTermMemory(running.files, live_on, running.clock).save("Said while it runs.")
        (patient.home / "files").mkdir()
        (patient.home / "files/a.md").write_text("a\n", encoding="utf-8")
        assert patient.doctor()[0] == FINDINGS
        assert patient.doctor("--repair")[0] == FINE
    LongTermMemory(running.files, live_on, running.clock).save("Said after the repair.")
    assert patient.doctor()[0] == FINE


def test_it_waits_for_a_writer_to_finish(patient: Patient, running: Foundations):
    """Between a file and its commit the two do not agree; that is nobody's fault."""
    record_write = WriteRecorder(running.history, running.files, running.index)
    codes: list[int] = []
    doctor = threading.Thread(target=lambda: codes.append(patient.doctor()[0]))

    def record(path: str, commit_message: str) -> None:
        assert is_held(patient.home / LOCK_NAME)
        doctor.start()
        doctor.join(0.2)
        assert codes == []
        record_write(path, commit_message)

    LongTermMemory(running.files, record, running.clock).save("Written under the lock.")
    doctor.join()
    assert codes == [FINE]


def test_the_socket_of_a_dead_engine_is_a_left_over(patient: Patient):
    with closing(socket.socket(socket.AF_UNIX)) as listener:
        listener.bind(str(Environment(patient.home).engine_socket))
    code, told = patient.doctor()
    assert (code, "engine.sock belongs to an engine that is gone." in told) == (FINDINGS, True)
    patient.is_mended()


def test_a_directory_that_does_not_exist_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main([str(tmp_path / "nowhere")]) == CANNOT_CHECK
    assert "There is no directory" in capsys.readouterr().out
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("option", [[], ["--repair"]])
def test_some_other_directory_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: list[str]
):
    (tmp_path / "letter.txt").write_text("dear\n", encoding="utf-8")
    assert main([*option, str(tmp_path)]) == CANNOT_CHECK
    assert "holds no memory of OneClaw." in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_file_instead_of_a_directory_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "file").touch()
    assert main([str(tmp_path / "file")]) == CANNOT_CHECK
    assert "is not a directory." in capsys.readouterr().out


def test_without_a_directory_it_looks_where_the_app_keeps_its_memory(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ONECLAW_HOME", str(patient.home))
    assert main([]) == FINE
    assert str(patient.home) in patient.capture.readouterr().out


def test_what_it_committed_for_somebody_carries_the_usual_messages(patient: Patient):
    day = date.fromisoformat(a_log(patient).stem)
    with a_log(patient).open("a", encoding="utf-8") as file:
        file.write("\nTyped below.\n")
    patient.doctor("--repair")
    subject = run_git(patient.home, "log", "-1", "--format=%s").stdout.decode().strip()
    assert subject == daily_log_message(day)


def test_files_keep_their_permissions(patient: Patient):
    log = a_log(patient)
    log.chmod(0o640)
    patient.doctor("--repair")
    assert stat.S_IMODE(log.stat().st_mode) == 0o640


def test_a_start_and_a_repair_leave_the_same(patient: Patient, running: Foundations):
    """The doctor finds nothing after an ordinary start has caught up either."""
    (patient.home / "files").mkdir()
    (patient.home / "files/a.md").write_text("a\n", encoding="utf-8")
    CatchUp(
        running.files, running.history, running.index, running.seen_files, running.unindexed
    ).run()
    assert patient.doctor()[0] == FINE
