"""Lock, read, edit, write, tell: the one way the program changes a memory file.

Must never write an edit that was computed from a text other than the one it replaces.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from app.contracts.errors import WriteFailed
from app.contracts.memory_files import (
    EditConflict,
    FileSnapshot,
    MemoryFiles,
    WriteObserver,
    Written,
)

_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class NewText:
    """What the file should say."""

    text: str


@dataclass(frozen=True, slots=True)
class EditMade:
    """Equal snapshots: the file said so already, and nothing was written."""

    before: FileSnapshot
    after: FileSnapshot


Refusal = TypeVar("Refusal")


class LockedEdit:
    def __init__(self, files: MemoryFiles, on_written: WriteObserver) -> None:
        self._files = files
        self._on_written = on_written

    def run(
        self,
        path: str,
        commit_message: str,
        plan: Callable[[FileSnapshot], NewText | Refusal],
    ) -> EditMade | Refusal:
        """Writes what `plan` makes of the file as it is under the lock, or returns its refusal.

        The lock keeps other parts of the app out, but not an editor the person has open: when
        that one was faster, `plan` is asked again about what it left.
        """
        with self._files.lock():
            for _ in range(_ATTEMPTS):
                before = self._files.read(path)
                decision = plan(before)
                if not isinstance(decision, NewText):
                    return decision
                if decision.text == before.text:
                    return EditMade(before, before)
                match self._files.write(path, decision.text, based_on=before):
                    case Written(snapshot=after):
                        self._on_written(path, commit_message)
                        return EditMade(before, after)
                    case EditConflict():
                        continue
        raise WriteFailed("Another program keeps changing the file; nothing was saved.")
