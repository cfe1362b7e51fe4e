"""When a failed attempt may be made again: doubling waits up to a ceiling, then patience."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """A job is never dropped for being unlucky often: at the ceiling it waits that long each time.

    Only a handler that knows a job can never succeed gives it up.
    """

    first_wait: timedelta = timedelta(seconds=5)
    longest_wait: timedelta = timedelta(hours=1)

    def next_attempt(self, now: datetime, attempts: int) -> datetime:
        doublings = min(max(attempts - 1, 0), 20)
        return now + min(self.first_wait * 2**doublings, self.longest_wait)
