from datetime import date

from app.contracts import history


def test_every_kind_of_write_has_its_message():
    sha = "0123456789abcdef0123456789abcdef01234567"
    assert [
        history.first_commit_message(),
        history.memory_message(),
        history.daily_log_message(date(2026, 2, 28)),
        history.write_message("files/a.md"),
        history.delete_message("files/a.md"),
        history.restore_message("files/a.md", sha),
        history.maintenance_message(),
    ] == [
        "init: initialize memory repository",
        "memory: update MEMORY.md",
        "log: add daily log 2026-02-28",
        "file: write files/a.md",
        "file: delete files/a.md",
        "file: restore files/a.md from 0123456",
        "gc: repository maintenance",
    ]
