from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.providers.on_device.spoken_dates import DateRange, date_range_in

SATURDAY = date(2026, 2, 28)


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("what did we do today", (2026, 2, 28), (2026, 2, 28)),
        ("yesterday", (2026, 2, 27), (2026, 2, 27)),
        ("gestern", (2026, 2, 27), (2026, 2, 27)),
        ("the day before yesterday", (2026, 2, 26), (2026, 2, 26)),
        ("last week", (2026, 2, 16), (2026, 2, 22)),
        ("la semana pasada", (2026, 2, 16), (2026, 2, 22)),
        ("la semaine dernière", (2026, 2, 16), (2026, 2, 22)),
        ("this week", (2026, 2, 23), (2026, 3, 1)),
        ("last month", (2026, 1, 1), (2026, 1, 31)),
        ("上个月", (2026, 1, 1), (2026, 1, 31)),
        ("last year", (2025, 1, 1), (2025, 12, 31)),
        ("on Monday", (2026, 2, 23), (2026, 2, 23)),
        ("last Saturday", (2026, 2, 21), (2026, 2, 21)),
        ("am Freitag", (2026, 2, 27), (2026, 2, 27)),
        ("in May", (2025, 5, 1), (2025, 5, 31)),
        ("in February", (2026, 2, 1), (2026, 2, 28)),
        ("in May 2024", (2024, 5, 1), (2024, 5, 31)),
        ("on 3 June", (2025, 6, 3), (2025, 6, 3)),
        ("on January 5th", (2026, 1, 5), (2026, 1, 5)),
        ("on 29 February 2024", (2024, 2, 29), (2024, 2, 29)),
        ("3 days ago", (2026, 2, 25), (2026, 2, 25)),
        ("two weeks ago", (2026, 2, 9), (2026, 2, 15)),
        ("the week before last", (2026, 2, 9), (2026, 2, 15)),
        ("vorletzte Woche", (2026, 2, 9), (2026, 2, 15)),
        ("上上周", (2026, 2, 9), (2026, 2, 15)),
        ("vor drei Tagen", (2026, 2, 25), (2026, 2, 25)),
        ("hace dos semanas", (2026, 2, 9), (2026, 2, 15)),
        ("il y a un mois", (2026, 1, 1), (2026, 1, 31)),
        ("3天前", (2026, 2, 25), (2026, 2, 25)),
        ("a month ago", (2026, 1, 1), (2026, 1, 31)),
        ("on 2026-02-14", (2026, 2, 14), (2026, 2, 14)),
    ],
)
def test_plain_dates_are_read(said: str, first: tuple[int, int, int], last: tuple[int, int, int]):
    assert date_range_in(said, SATURDAY) == DateRange(date(*first), date(*last))


@pytest.mark.parametrize(
    "said",
    ["", "may I ask", "we march on", "2026-13-45", "31 February", "between Monday and yesterday",
     "yesterday and last week", "the monday group"],
)  # fmt: skip
def test_what_is_not_plain_is_left_to_the_search(said: str):
    assert date_range_in(said, SATURDAY) is None


@settings(max_examples=60)
@given(st.text(), st.dates(min_value=date(1970, 1, 1)))
def test_any_text_on_any_day_is_read_without_trouble(text: str, today: date):
    date_range_in(text, today)
    date_range_in(f"last week {text}", today)
