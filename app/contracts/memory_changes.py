"""A change that the assistant made to the memory, as the person is told of it."""

from dataclasses import dataclass

from app.contracts.memory_files import FileSnapshot


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """`sentence` says what was done; the two texts are what it takes to undo it."""

    sentence: str
    before: FileSnapshot
    after: FileSnapshot
