"""Takes forgotten memories out of what was stored with answers (S7.6, S9.3). Never touches what a
person or a model said.
"""

from collections.abc import Sequence
from unicodedata import normalize

from app.storage.database.connection import Database
from app.storage.database.injected_json import from_json, to_json
from app.storage.database.packed_prompts import rewrite_prompts
from app.storage.database.tables import MessageRow


class TraceRows:
    """Implements `contracts.memory_traces.MemoryTraces`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def remove(self, texts: Sequence[str]) -> int:
        wanted = [normalize("NFC", text) for text in texts if text.strip()]
        changed = 0
        with self._database.writing():
            for row in self._database.find(MessageRow, MessageRow.injected != "[]"):
                memories = from_json(row.injected)
                kept = [
                    memory
                    for memory in memories
                    if not any(text in normalize("NFC", memory.text) for text in wanted)
                ]
                if len(kept) < len(memories):
                    changed += 1
                    self._database.update(
                        MessageRow,
                        {MessageRow.injected: to_json(kept)},
                        MessageRow.sequence == row.sequence,
                    )
            changed += self._scrub_prompts(wanted)
        fold_log_back(self._database)
        return changed

    def _scrub_prompts(self, wanted: Sequence[str]) -> int:
        def scrubbed(section: str) -> str:
            lines = section.split("\n")
            kept = [
                line for line in lines if not any(text in normalize("NFC", line) for text in wanted)
            ]
            return "\n".join(kept)

        return rewrite_prompts(self._database, scrubbed)


def fold_log_back(database: Database) -> None:
    """The write-ahead log keeps old pages until it is folded back; a reader may put that off."""
    database.values("PRAGMA wal_checkpoint(TRUNCATE)")
