"""Takes back what the assistant changed in the memory, and only that.

The text before it is written as an edit of the text after it: what others wrote meanwhile stays.
"""

from app.contracts.memory_changes import MemoryChange
from app.contracts.memory_files import EditConflict
from app.memory.long_term_memory import LongTermMemory

UNDONE = "Undone"
CHANGED_MEANWHILE = "It was changed meanwhile. The memory page shows it."


class UndoMemoryChange:
    def __init__(self, memory: LongTermMemory) -> None:
        self._memory = memory

    def __call__(self, change: MemoryChange) -> str:
        """One sentence for the person."""
        outcome = self._memory.save_text(change.before.text, based_on=change.after)
        return CHANGED_MEANWHILE if isinstance(outcome, EditConflict) else UNDONE
