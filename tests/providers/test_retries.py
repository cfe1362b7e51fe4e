from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.contracts.errors import ProviderBroken
from app.providers.failure import Failure
from app.providers.retries import NO_RETRIES, RetryPolicy, retry_after
from tests.providers.reading import unhurried

NOW = datetime(2026, 11, 18, 12, 0, 0, tzinfo=UTC)
PASSING = Failure(ProviderBroken("Overloaded."), may_pass=True)


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def policy(chance: float) -> RetryPolicy:
    return RetryPolicy(attempts=4, first_wait=seconds(1), chance=lambda: chance)


def test_waits_double_and_chance_spreads_them():
    assert [policy(0.0).wait_before_next(n, PASSING) for n in (1, 2, 3)] == [
        seconds(0.5),
        seconds(1),
        seconds(2),
    ]
    assert policy(1.0).wait_before_next(3, PASSING) == seconds(4)


def test_the_last_attempt_is_the_last():
    assert policy(0.0).wait_before_next(4, PASSING) is None
    assert NO_RETRIES.wait_before_next(1, PASSING) is None


def test_what_will_not_pass_is_not_tried_again():
    assert policy(0.0).wait_before_next(1, Failure(ProviderBroken("Wrong."))) is None


def test_a_server_is_left_alone_for_as_long_as_it_asked():
    asked = Failure(ProviderBroken("Busy."), may_pass=True, wait=seconds(8))
    assert policy(0.0).wait_before_next(1, asked) == seconds(8)
    waited = policy(1.0).wait_before_next(1, asked)
    assert waited is not None
    assert seconds(8) < waited <= seconds(10)


def test_a_wait_nobody_would_sit_through_is_reported_instead():
    asked = Failure(ProviderBroken("Busy."), may_pass=True, wait=seconds(3_600))
    assert policy(0.0).wait_before_next(1, asked) is None


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({}, None),
        ({"retry-after": "7"}, seconds(7)),
        ({"retry-after": " 1.5 "}, seconds(1.5)),
        ({"retry-after": "Wed, 18 Nov 2026 12:00:30 GMT"}, seconds(30)),
        ({"retry-after": "Wed, 18 Nov 2026 11:00:00 GMT"}, seconds(0)),
        ({"retry-after-ms": "250", "retry-after": "9"}, seconds(0.25)),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "9" * 400}, None),
    ],
)
def test_retry_after_in_every_form(headers: dict[str, str], wait: timedelta | None):
    assert retry_after(headers, NOW) == wait


@given(st.text(max_size=40))
@unhurried
def test_any_retry_after_is_survived(value: str):
    wait = retry_after({"retry-after": value}, NOW)
    assert wait is None or wait >= timedelta()
