"""A process in which everything goes wrong near a key. Run as a child, its output captured.

Usage: python -m tests.flows.careless_child HOME SECRET
"""

import asyncio
import logging
import sys
import threading
from pathlib import Path

from app.memory.archive_export import ExportMemory
from app.storage.archives import ArchivesOnDisk
from app.wiring.diagnostics import DiagnosticsFile
from app.wiring.logs import redactor, set_up_logging
from tests.flows.life import Life, open_life

TURNS = (
    "say something plain",
    "be refused",
    "be down",
    "break inside",
    "echo in the answer",
    "echo piece by piece",
    "echo in a thought",
    "save it as a memory",
    "write it to a file",
    "bungle a call",
    "export everything",
)


async def talk(life: Life) -> str:
    session_id: str | None = None
    for words in TURNS:
        session, _ = await life.say(session_id, words)
        session_id = session.id
        await life.chat.name_session(session.id)
    assert session_id is not None
    return session_id


def export_everything(life: Life) -> None:
    """By the buttons a person has."""
    base, exports = life.base, life.environment.exports
    ExportMemory(
        ArchivesOnDisk(), base.files, base.history, base.settings, exports, base.clock
    ).zip()
    DiagnosticsFile(base, exports, redactor()).export()


def crash(secret: str) -> None:
    raise RuntimeError(f"{secret} is in what went wrong")


def main(home: str, secret: str) -> None:
    set_up_logging()
    logging.getLogger().setLevel(logging.DEBUG)
    with open_life(Path(home)) as life:
        session_id = asyncio.run(talk(life))
        life.chat.triggers.app_left()
        life.until_logged(session_id)
        life.until_no_flush_waits()
        export_everything(life)
    log = logging.getLogger("careless")
    log.debug("the header was %s", {"Authorization": f"Bearer {secret}"}, extra={"key": secret})
    try:
        crash(secret)
    except RuntimeError:
        log.exception("it failed with %s", secret)
    thread = threading.Thread(target=crash, args=(secret,))
    thread.start()
    thread.join()
    crash(secret)


if __name__ == "__main__":
    main(*sys.argv[1:])
