"""How many tokens the models used, by month (S11.6). Counts only, never a text."""

from dataclasses import dataclass
from datetime import date
from typing import Protocol


@dataclass(frozen=True, slots=True)
class MonthlyUsage:
    """`month` is the first day of the month on the person's own clock."""

    month: date
    model: str
    answers: int
    input_tokens: int
    output_tokens: int

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens


class UsageStore(Protocol):
    def by_month(self) -> tuple[MonthlyUsage, ...]:
        """Newest month first, within it the model that used most first.

        Counts the answers that are still kept; one that was deleted is no longer counted.
        """
        ...
