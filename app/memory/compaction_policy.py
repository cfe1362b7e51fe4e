"""When memory is tidied by itself: from a size on, and at most once a day (S10.2, S3.4)."""

from datetime import date

COMPACTED_ON = "memory_compaction.last_date"
"""The setting with the date of the last time."""

SMALLEST_FILE = 3_000


def is_compaction_due(text: str, today: date, last: str | None) -> bool:
    """`last` is the stored date. One in the future (the clock was moved back) is no reason to wait:
    it could be years.
    """
    return len(text) >= SMALLEST_FILE and last != today.isoformat()
