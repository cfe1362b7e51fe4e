"""Giving way to a server: one request, asked again in a plainer dialect when its form is refused.

Each dialect gives up one thing at a time and each thing once, so this always comes to an end.
"""

from collections.abc import Callable
from typing import Generic, Protocol, Self, TypeVar

from app.providers.http_call import HttpCall


class Dialect(Protocol):
    """Which optional parts of an API a server takes for a model."""

    def adapted(self, complaint: str) -> Self | None:
        """Without what the complaint (in lower case) is about; None: nothing left to give up."""
        ...

    def lasting(self) -> Self:
        """What of it holds for the next request, too."""
        ...


SomeDialect = TypeVar("SomeDialect", bound=Dialect)


class AdaptingPlan(Generic[SomeDialect]):
    def __init__(self, dialect: SomeDialect, say: Callable[[SomeDialect], HttpCall]) -> None:
        self.dialect = dialect
        self._say = say

    def call(self) -> HttpCall:
        return self._say(self.dialect)

    def adapt(self, complaint: str) -> bool:
        adapted = self.dialect.adapted(complaint)
        if adapted is None:
            return False
        self.dialect = adapted
        return True
