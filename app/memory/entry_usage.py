"""Which entries were of use: counts what is injected, and tells it by entry.

The injector calls `injected` with what it put into a prompt. Counting is never worth a failed
message: an error is logged and the message goes on.
"""

import hashlib
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from app.contracts.clock import Clock
from app.contracts.conversation import InjectedMemory
from app.contracts.errors import DatabaseError
from app.contracts.memory_usage import MemoryUsage, UseCount
from app.contracts.search import MemorySource
from app.memory.entry_text import without_marks
from app.memory.long_term_document import Entry
from app.memory.markdown_lines import BULLET

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UsageReport:
    """`counting_since` None: nobody counted yet, so that no count means nothing."""

    counts: dict[str, UseCount]
    counting_since: date | None = None

    def of(self, entry: Entry) -> UseCount | None:
        return self.counts.get(usage_key(entry.text))


NOTHING_COUNTED = UsageReport({})


class EntryUsage:
    def __init__(self, store: MemoryUsage, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def injected(self, memories: Iterable[InjectedMemory]) -> None:
        """Counts one use of each long-term memory. Reads and writes the disk."""
        keys = {
            usage_key(memory.text) for memory in memories if memory.source == MemorySource.LONG_TERM
        }
        if not keys:
            return
        try:
            self._store.count(keys, self._clock.now())
        except DatabaseError as error:
            logger.warning("a use of %d memories was not counted: %s", len(keys), error)

    def report(self) -> UsageReport:
        since = self._store.counting_since()
        return UsageReport(self._store.all(), since.date() if since else None)

    def forget_all_but(self, entries: Sequence[Entry]) -> None:
        """Drops the counts of entries that are no longer there."""
        known = {usage_key(entry.text) for entry in entries}
        self._store.forget([key for key in self._store.all() if key not in known])


def usage_key(text: str) -> str:
    """The same for an entry as it is read, as it stands in the file and as a chunk of the index:
    bullet, marks and spacing do not count.
    """
    first, separator, rest = text.strip().partition("\n")
    first, _ = without_marks(first)
    bullet = BULLET.match(first)
    bare = (first[bullet.end() :] if bullet else first) + separator + rest
    return hashlib.sha256(" ".join(bare.split()).encode()).hexdigest()[:32]
