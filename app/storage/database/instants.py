"""Moments as SQLite keeps them: whole milliseconds since 1970 UTC, which sort and compare."""

from datetime import UTC, datetime, timedelta, timezone

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_MINUTE = timedelta(minutes=1)


def to_milliseconds(moment: datetime) -> int:
    return (moment.astimezone(UTC) - _EPOCH) // _MILLISECOND


def from_milliseconds(milliseconds: int) -> datetime:
    return _EPOCH + milliseconds * _MILLISECOND


def duration_in_milliseconds(duration: timedelta) -> int:
    return duration // _MILLISECOND


def offset_in_minutes(moment: datetime) -> int:
    """How far the clock on the wall was ahead of UTC."""
    return (moment.utcoffset() or timedelta()) // _MINUTE


def on_the_wall(milliseconds: int, offset_minutes: int) -> datetime:
    """The moment as the clock showed it where it was written down."""
    return from_milliseconds(milliseconds).astimezone(timezone(offset_minutes * _MINUTE))
