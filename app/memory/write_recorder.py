"""What follows every write of a memory file, inside the lock: a commit, then the index.

Implements WriteObserver. A repeat is harmless: nothing changed means nothing is done.
"""

from collections.abc import Callable

from app.contracts.history import VersionHistory
from app.contracts.memory_files import FILES_FOLDER, MemoryFiles
from app.memory.index_builder import IndexBuilder


class WriteRecorder:
    def __init__(
        self,
        history: VersionHistory,
        files: MemoryFiles,
        index: IndexBuilder,
        on_indexed: Callable[[], None] = lambda: None,
    ) -> None:
        self._history = history
        self._files = files
        self._index = index
        self._on_indexed = on_indexed

    def __call__(self, path: str, commit_message: str) -> None:
        self._history.commit([path], commit_message)
        if path.startswith(f"{FILES_FOLDER}/"):
            return  # what the assistant keeps for the person is not a memory
        if self._index.index_file(path, self._files.read(path).text):
            self._on_indexed()
