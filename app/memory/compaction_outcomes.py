"""How tidying long-term memory can end. Whatever is doubtful changes nothing and says why."""

from dataclasses import dataclass
from enum import StrEnum

from app.contracts.errors import ProviderError
from app.contracts.memory_files import FileSnapshot
from app.memory.compaction_plan import CompactionEdit, CompactionPlan


class RefusalReason(StrEnum):
    """Each a sentence for the person."""

    EMPTY = "The model gave no answer."
    CUT_OFF = "The model's answer was cut off."
    UNREADABLE = "The model's answer could not be understood."
    SECTIONS_CHANGED = "The model left out or moved sections."
    UNKNOWN_ENTRY = "The model spoke of an entry that is not there."
    PINNED = "The model wanted to change a pinned entry."
    INVENTED = "The model wrote something that is in no entry."
    TOO_MUCH_LOST = "The model wanted to leave out too much."
    LEASE_LOST = "Another run took over."


@dataclass(frozen=True, slots=True)
class Compacted:
    """`edits` are those that were made; entries changed meanwhile were left alone."""

    before: FileSnapshot
    after: FileSnapshot
    edits: tuple[CompactionEdit, ...]


@dataclass(frozen=True, slots=True)
class NothingToDo:
    pass


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing changed."""

    reason: RefusalReason


@dataclass(frozen=True, slots=True)
class Unreachable:
    """The model could not be asked; nothing changed, and it is worth another try."""

    error: ProviderError


Proposal = CompactionPlan | NothingToDo | Refused | Unreachable
ApplyOutcome = Compacted | NothingToDo | Refused
CompactionOutcome = Compacted | NothingToDo | Refused | Unreachable
