"""Spans of days, and the calendar arithmetic that makes them. Never looks at a clock."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

EARLIEST = date(1900, 1, 1)
LATEST = date(2199, 12, 31)


@dataclass(frozen=True, slots=True)
class DateSpan:
    """Both ends belong to the span."""

    first: date
    last: date

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1


def day_span(day: date, *, slack: int = 0) -> DateSpan:
    return DateSpan(shifted(day, -slack), shifted(day, slack))


def shifted(day: date, days: int) -> date:
    """The day so many days later, kept inside the calendar we handle."""
    ordinal = min(max(day.toordinal() + days, EARLIEST.toordinal()), LATEST.toordinal())
    return date.fromordinal(ordinal)


def month_span(year: int, month: int) -> DateSpan:
    return DateSpan(date(year, month, 1), date(year, month, monthrange(year, month)[1]))


def year_span(year: int) -> DateSpan:
    return DateSpan(date(year, 1, 1), date(year, 12, 31))


def week_span(day: date) -> DateSpan:
    """The week from Monday to Sunday that has the day."""
    monday = shifted(day, -day.weekday())
    return DateSpan(monday, shifted(monday, 6))


def weekend_span(day: date) -> DateSpan:
    """Friday evening counts: Friday to Sunday of the day's week."""
    monday = shifted(day, -day.weekday())
    return DateSpan(shifted(monday, 4), shifted(monday, 6))


def months_before(day: date, months: int) -> date:
    index = max(day.year * 12 + day.month - 1 - months, EARLIEST.year * 12)
    year, month = index // 12, index % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def season_span(year: int, first_month: int) -> DateSpan:
    """Three months; winter is the one that begins in the year's December."""
    first = date(year, first_month, 1)
    following = months_before(first, -3)
    return DateSpan(first, following - timedelta(days=1))


def real_date(year: int, month: int, day: int) -> date | None:
    if not (EARLIEST.year <= year <= LATEST.year and 1 <= month <= 12):
        return None
    return date(year, month, day) if 1 <= day <= monthrange(year, month)[1] else None
