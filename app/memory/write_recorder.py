"""What follows every write of a memory file, inside the lock: the version history takes it in.

Implements WriteObserver. A repeat is harmless: nothing changed means nothing is committed.
"""

from app.contracts.history import VersionHistory


class WriteRecorder:
    def __init__(self, history: VersionHistory) -> None:
        self._history = history

    def __call__(self, path: str, commit_message: str) -> None:
        self._history.commit([path], commit_message)
