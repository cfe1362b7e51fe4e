"""How an attempt to get an answer failed, as a value: the error and whether to try again.

Holds no request and no header, so it can be logged and shown.
"""

from dataclasses import dataclass
from datetime import timedelta

from app.contracts.errors import ProviderBroken, ProviderError


@dataclass(frozen=True, slots=True)
class Failure:
    """`complaint` is what the server wrote, in lower case, when it refused the request's form.

    `wait` is how long the server asked to be left alone.
    """

    error: ProviderError
    may_pass: bool = False
    wait: timedelta | None = None
    complaint: str = ""


def broken(sentence: str, *, detail: str = "", may_pass: bool = False) -> Failure:
    return Failure(ProviderBroken(sentence, detail=detail), may_pass=may_pass)
