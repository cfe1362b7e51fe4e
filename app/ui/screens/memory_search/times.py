"""The times a search can be limited to: what its own words name, and what people look for."""

from dataclasses import dataclass
from datetime import date

from app.memory.search.date_expressions import date_spans
from app.memory.search.date_spans import EARLIEST, LATEST, DateSpan, shifted, year_span


@dataclass(frozen=True, slots=True)
class TimeChoice:
    """`span` None: whenever it was. `detail` says where the choice comes from."""

    name: str
    span: DateSpan | None = None
    detail: str = ""


ANY_TIME = TimeChoice("Any time")


def time_choices(words: str, today: date) -> tuple[TimeChoice, ...]:
    named = (
        TimeChoice(span_name(span, today), span, "named in your words")
        for span in date_spans(words, today)
    )
    return (
        ANY_TIME,
        *named,
        TimeChoice("Today", DateSpan(today, today)),
        TimeChoice("Last 7 days", DateSpan(shifted(today, -6), today)),
        TimeChoice("Last 30 days", DateSpan(shifted(today, -29), today)),
        TimeChoice("This year", year_span(today.year)),
        TimeChoice("Last year", year_span(today.year - 1)),
    )


def span_name(span: DateSpan, today: date) -> str:
    """`9–15 Nov`, `28 Oct – 3 Nov`, `12 Nov 2025`, `since 3 Nov`."""
    first, last = span.first, span.last
    if first == EARLIEST:
        return f"until {_day(last, today)}"
    if last == LATEST:
        return f"since {_day(first, today)}"
    if first == last:
        return _day(first, today)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{_day(last, today)}"
    if first.year == last.year:
        return f"{first.day} {first:%b} – {_day(last, today)}"
    return f"{first.day} {first:%b %Y} – {last.day} {last:%b %Y}"


def _day(day: date, today: date) -> str:
    return f"{day.day} {day:%b}" if day.year == today.year else f"{day.day} {day:%b %Y}"
