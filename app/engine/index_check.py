"""What a starting engine asks about the index: is it there, and has every chunk its vector?

Only writes jobs; repairs are made by those, while searches go on.
"""

from app.contracts.clock import Clock
from app.contracts.jobs import JobKind, JobQueue
from app.contracts.memory_index import IndexStore


def check_index(rows: IndexStore, jobs: JobQueue, clock: Clock) -> None:
    """A kill between losing the index and asking for a new one is made up for here. The other job
    embeds what a kill, damage or another model left without a vector, and reads the index, so that
    the first search does not have to.
    """
    kind = JobKind.REBUILD_INDEX if rows.is_empty() else JobKind.EMBED_PENDING
    jobs.enqueue(kind, "", clock.now())
