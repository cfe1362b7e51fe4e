"""The real clock and the real source of identifiers."""

import secrets
import time
from datetime import datetime, timedelta

_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"


class SystemClock:
    """`shift` moves the present, for playing "the next day" through both processes."""

    def __init__(self, shift: timedelta = timedelta()) -> None:
        self._shift = shift

    def now(self) -> datetime:
        return (datetime.now().astimezone() + self._shift).astimezone()


class TimeOrderedIds:
    """Twenty-six characters: ten of time, so that files and logs sort, and sixteen of chance."""

    def new_id(self) -> str:
        milliseconds = time.time_ns() // 1_000_000
        return _encoded(milliseconds, 10) + _encoded(secrets.randbits(80), 16)


def _encoded(number: int, length: int) -> str:
    digits: list[str] = []
    for _ in range(length):
        number, digit = divmod(number, 32)
        digits.append(_DIGITS[digit])
    return "".join(reversed(digits))
