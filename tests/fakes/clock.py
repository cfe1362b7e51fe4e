"""A clock that stands still until it is told to move, and identifiers that count."""

from datetime import datetime, timedelta, timezone

ZURICH = timezone(timedelta(hours=1))


class FixedClock:
    def __init__(self, now: datetime | None = None) -> None:
        self._now = now or datetime(2026, 2, 28, 9, 30, tzinfo=ZURICH)

    def now(self) -> datetime:
        return self._now

    def move(self, **by: float) -> None:
        self._now += timedelta(**by)


class CountingIds:
    def __init__(self) -> None:
        self._last = 0

    def new_id(self) -> str:
        self._last += 1
        return f"id{self._last:04d}"
