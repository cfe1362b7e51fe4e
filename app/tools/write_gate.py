"""Between a tool and the disk: a change begins only while somebody still waits for the tool.

A tool that ran out of time can then be told apart: nothing happened and nothing will; the change
is on disk; or it had just begun. Must never let a write start after the gate was closed.
"""

from contextlib import AbstractContextManager
from enum import Enum, auto
from threading import Lock

from app.contracts.errors import WriteFailed
from app.contracts.memory_files import (
    FileInfo,
    FileSnapshot,
    MemoryFiles,
    WriteOutcome,
    Written,
)


class GateState(Enum):
    OPEN = auto()
    CLOSED = auto()
    BEGUN = auto()
    DURABLE = auto()


class WriteGate:
    """One per call. The tool's thread passes it, the executor closes it."""

    def __init__(self) -> None:
        self._state = GateState.OPEN
        self._lock = Lock()

    @property
    def state(self) -> GateState:
        with self._lock:
            return self._state

    @property
    def has_written(self) -> bool:
        return self.state is GateState.DURABLE

    def begin(self) -> None:
        """To be called under the memory lock, right before the durable step."""
        with self._lock:
            if self._state is GateState.CLOSED:
                raise WriteFailed("Nobody waited for this change any more; nothing was saved.")
            if self._state is GateState.OPEN:
                self._state = GateState.BEGUN

    def mark_durable(self) -> None:
        with self._lock:
            self._state = GateState.DURABLE

    def close(self) -> GateState:
        """No write begins from now on. Returns how far it had come."""
        with self._lock:
            found = self._state
            if found is GateState.OPEN:
                self._state = GateState.CLOSED
            return found


class GatedFiles:
    """Implements MemoryFiles: the real files, whose writes pass the gate."""

    def __init__(self, files: MemoryFiles, gate: WriteGate) -> None:
        self._files = files
        self._gate = gate

    def lock(self) -> AbstractContextManager[None]:
        return self._files.lock()

    def read(self, path: str) -> FileSnapshot:
        return self._files.read(path)

    def write(self, path: str, text: str, *, based_on: FileSnapshot) -> WriteOutcome:
        with self._files.lock():
            self._gate.begin()
            return self._noted(self._files.write(path, text, based_on=based_on))

    def delete(self, path: str, *, based_on: FileSnapshot) -> WriteOutcome:
        with self._files.lock():
            self._gate.begin()
            return self._noted(self._files.delete(path, based_on=based_on))

    def list(self, folder: str) -> tuple[FileInfo, ...]:
        return self._files.list(folder)

    def _noted(self, outcome: WriteOutcome) -> WriteOutcome:
        if isinstance(outcome, Written):
            self._gate.mark_durable()
        return outcome
