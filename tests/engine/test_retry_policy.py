from datetime import timedelta

from app.engine.retry_policy import RetryPolicy
from tests.fakes.clock import FixedClock

NOW = FixedClock().now()


def test_waits_double_with_each_attempt():
    policy = RetryPolicy(first_wait=timedelta(seconds=5))
    waits = [policy.next_attempt(NOW, attempts) - NOW for attempts in (1, 2, 3, 4)]
    assert [wait.total_seconds() for wait in waits] == [5, 10, 20, 40]


def test_no_wait_is_longer_than_the_ceiling():
    policy = RetryPolicy(longest_wait=timedelta(hours=1))
    assert policy.next_attempt(NOW, 1_000_000) - NOW == timedelta(hours=1)
