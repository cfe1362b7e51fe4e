"""When to try again and how long to wait first; sleep and chance are passed in.

Never waits longer than a person would: a server that asks for more is reported instead.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from app.providers.failure import Failure


def _utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """`chance` gives a number from 0 up to 1; it spreads clients that failed together."""

    attempts: int = 3
    first_wait: timedelta = timedelta(seconds=0.5)
    longest_wait: timedelta = timedelta(seconds=20)
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random
    now: Callable[[], datetime] = _utc_now

    def wait_before_next(self, attempt: int, failure: Failure) -> timedelta | None:
        """How long to wait after the failed `attempt` (1 is the first); None: give up."""
        if not failure.may_pass or attempt >= self.attempts:
            return None
        if failure.wait is not None:
            asked = max(failure.wait, timedelta())
            return asked + self._spread(asked) if asked <= self.longest_wait else None
        doubled = min(self.first_wait * 2 ** (attempt - 1), self.longest_wait)
        return doubled / 2 + doubled / 2 * self.chance()

    def _spread(self, asked: timedelta) -> timedelta:
        """Later than asked, never earlier."""
        return min(asked / 4, self.first_wait) * self.chance()


NO_RETRIES = RetryPolicy(attempts=1)


def retry_after(headers: Mapping[str, str], now: datetime) -> timedelta | None:
    """`Retry-After` as seconds or as a date, or the milliseconds some servers send."""
    milliseconds = _number(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return timedelta(milliseconds=milliseconds)
    value = headers.get("retry-after", "").strip()
    seconds = _number(value)
    if seconds is not None:
        return timedelta(seconds=seconds)
    return _until(value, now) if value else None


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0 <= number <= timedelta(days=365).total_seconds() * 1000 else None


def _until(date_text: str, now: datetime) -> timedelta | None:
    try:
        moment = parsedate_to_datetime(date_text)
    except (ValueError, TypeError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(moment - now, timedelta())
