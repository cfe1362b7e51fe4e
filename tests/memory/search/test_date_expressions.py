from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.memory.search.date_expressions import date_spans

TODAY = date(2026, 2, 28)  # a Saturday


def spans(text: str) -> list[str]:
    return [f"{span.first}..{span.last}" for span in date_spans(text, TODAY)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What did I do yesterday?", "2026-02-27..2026-02-27"),
        ("the day before yesterday", "2026-02-26..2026-02-26"),
        ("today's plan", "2026-02-28..2026-02-28"),
        ("What happened last week?", "2026-02-16..2026-02-22"),
        ("this week", "2026-02-23..2026-03-01"),
        ("last weekend", "2026-02-20..2026-02-22"),
        ("last month", "2026-01-01..2026-01-31"),
        ("last year", "2025-01-01..2025-12-31"),
        ("last Friday", "2026-02-27..2026-02-27"),
        ("on Saturday", "2026-02-21..2026-02-21"),
        ("three days ago", "2026-02-25..2026-02-25"),
        ("two weeks ago", "2026-02-10..2026-02-18"),
        ("a couple of months ago", "2025-12-12..2026-01-13"),
        ("in the last 3 months", "2025-11-28..2026-02-28"),
        ("in May", "2025-05-01..2025-05-31"),
        ("in May 2023", "2023-05-01..2023-05-31"),
        ("in January", "2026-01-01..2026-01-31"),
        ("in early May 2023", "2023-05-01..2023-05-12"),
        ("on 3 June", "2025-06-03..2025-06-03"),
        ("on June 3rd, 2024", "2024-06-03..2024-06-03"),
        ("the 7th of May", "2025-05-07..2025-05-07"),
        ("the week before 6 July 2023", "2023-06-29..2023-07-05"),
        ("first week of August 2023", "2023-08-01..2023-08-08"),
        ("last summer", "2025-06-01..2025-08-31"),
        ("winter of 2022", "2022-12-01..2023-02-28"),
        ("in 2023", "2023-01-01..2023-12-31"),
        ("between May and July", "2025-05-01..2025-07-31"),
        ("since January", "2026-01-01..2199-12-31"),
        ("before June 2023", "1900-01-01..2023-05-31"),
        ("2026-02-14", "2026-02-14..2026-02-14"),
        ("am 14.02.2026 in Bern", "2026-02-14..2026-02-14"),
        ("2023年5月8日做了什么", "2023-05-08..2023-05-08"),
        ("5月8日", "2025-05-08..2025-05-08"),
    ],
)
def test_an_expression_is_its_span(text: str, expected: str):
    assert spans(text) == [expected]


@pytest.mark.parametrize(
    "text",
    ["", "I may go", "They march to the house", "to march on", "How many years ago?", "v1.2.3",
     "call 2025", "2026-13-45", "30 February", "the second one", "in the fallout"],
)  # fmt: skip
def test_what_is_no_date_has_no_span(text: str):
    assert spans(text) == []


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=40)
    | st.from_regex(r"(in|on|last|\d{1,4}) (may|june|week|\d{1,4})[ -]\d{0,4}", fullmatch=True),
    st.dates(min_value=date(1900, 1, 1), max_value=date(2199, 12, 31)),
)
def test_nothing_a_person_types_breaks_it(text: str, today: date):
    assert all(span.first <= span.last for span in date_spans(text, today))
