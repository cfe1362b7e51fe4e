"""Tokens by month and model, in words and with a share for a bar. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby

from app.contracts.usage import MonthlyUsage, UsageStore
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks


@dataclass(frozen=True, slots=True)
class UsageLine:
    """`share` of the month's tokens, 0 to 1."""

    model: str
    detail: str
    tokens: str
    share: float


@dataclass(frozen=True, slots=True)
class UsageMonth:
    heading: str
    tokens: str
    lines: tuple[UsageLine, ...]


@dataclass(frozen=True, slots=True)
class UsageState:
    is_loading: bool = True
    months: tuple[UsageMonth, ...] = ()
    notice: str = ""


class UsageViewModel:
    def __init__(self, usage: UsageStore, tasks: Tasks) -> None:
        self._usage = usage
        self._tasks = tasks
        self.on_back: Callable[[], None] = lambda: None
        self.observable = ObservableState(UsageState())

    @property
    def state(self) -> UsageState:
        return self.observable.state

    def refresh(self) -> None:
        def show(usage: tuple[MonthlyUsage, ...]) -> None:
            self.observable.update(UsageState(is_loading=False, months=_months(usage)))

        self._tasks.call(
            self._usage.by_month,
            show,
            lambda sentence: self.observable.update(
                replace(self.state, is_loading=False, notice=sentence)
            ),
        )


def _months(usage: tuple[MonthlyUsage, ...]) -> tuple[UsageMonth, ...]:
    months: list[UsageMonth] = []
    for month, group in groupby(usage, key=lambda one: one.month):
        used = tuple(group)
        total = sum(one.tokens for one in used)
        lines = tuple(_line(one, total) for one in used)
        months.append(UsageMonth(f"{month:%B %Y}", _spoken(total), lines))
    return tuple(months)


def _line(used: MonthlyUsage, total: int) -> UsageLine:
    answers = "1 answer" if used.answers == 1 else f"{used.answers:,} answers"
    detail = f"{answers} · {used.input_tokens:,} read · {used.output_tokens:,} written"
    return UsageLine(used.model, detail, _spoken(used.tokens), used.tokens / total if total else 0)


def _spoken(tokens: int) -> str:
    return "1 token" if tokens == 1 else f"{tokens:,} tokens"
