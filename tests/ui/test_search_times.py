from datetime import date

import pytest

from app.memory.search.date_spans import EARLIEST, LATEST, DateSpan
from app.ui.screens.memory_search.times import span_name

TODAY = date(2026, 11, 18)


@pytest.mark.parametrize(
    ("first", "last", "name"),
    [
        (date(2026, 11, 9), date(2026, 11, 15), "9–15 Nov"),
        (date(2026, 11, 16), date(2026, 11, 16), "16 Nov"),
        (date(2026, 10, 28), date(2026, 11, 3), "28 Oct – 3 Nov"),
        (date(2025, 5, 1), date(2025, 5, 31), "1–31 May 2025"),
        (date(2025, 12, 29), date(2026, 1, 4), "29 Dec 2025 – 4 Jan 2026"),
        (date(2026, 11, 3), LATEST, "since 3 Nov"),
        (EARLIEST, date(2025, 11, 3), "until 3 Nov 2025"),
    ],
)
def test_a_span_is_named_as_short_as_it_can_be(first: date, last: date, name: str):
    assert span_name(DateSpan(first, last), TODAY) == name
