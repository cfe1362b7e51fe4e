"""Copies of memories in the database, beside the files: forgetting must reach them too."""

from collections.abc import Sequence
from typing import Protocol


class MemoryTraces(Protocol):
    def remove(self, texts: Sequence[str]) -> int:
        """Takes every memory that has one of the texts out of what is kept with the answers, and
        leaves no byte of it in the database's files. How many answers were changed.
        """
        ...
