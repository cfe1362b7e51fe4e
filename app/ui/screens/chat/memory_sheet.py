"""The sheet behind an answer's memory chip: which memories, where from, why, Open and Forget.

Knows no Kivy. Nothing is forgotten before the person has seen every line that would go.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from app.contracts.clock import Clock
from app.contracts.conversation import InjectedMemory
from app.contracts.search import MemorySource
from app.memory.forget_fact import FactForgotten, ForgetFact, ForgetPlan, NothingToForget
from app.memory.text.highlight import highlighted
from app.memory.text.token_estimate import estimate_tokens
from app.memory.text.word_diff import Piece
from app.memory.text.words import words_of
from app.ui.forgetting import NOT_IN_FILES
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks

FORGOTTEN = "Forgotten"
_NAMES = {
    MemorySource.LONG_TERM.value: "Long-term",
    MemorySource.DAILY_LOG.value: "Daily log",
    MemorySource.SESSION.value: "Chat",
}
_KEYWORD_WEIGHT, _MEANING_WEIGHT = 0.3, 0.7


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """`keyword` and `meaning` are shares of a bar from 0 to 1."""

    memory: InjectedMemory
    where: str
    why: str
    pieces: tuple[Piece, ...]
    keyword: float
    meaning: float


@dataclass(frozen=True, slots=True)
class SheetState:
    """Open while it has `rows`. `question` are the lines that Forget would remove."""

    rows: tuple[MemoryRow, ...] = ()
    detail: str = ""
    question: tuple[str, ...] = ()
    is_working: bool = False
    message: str = ""

    @property
    def title(self) -> str:
        count = len(self.rows)
        return "1 memory used" if count == 1 else f"{count} memories used"


class MemorySheetViewModel:
    def __init__(
        self, forget: ForgetFact, budget: Callable[[], int], tasks: Tasks, clock: Clock
    ) -> None:
        self._forget = forget
        self._budget = budget
        self._tasks = tasks
        self._clock = clock
        self._asked: tuple[InjectedMemory, ForgetPlan] | None = None
        self.on_open: Callable[[InjectedMemory], None] = lambda _: None
        self.on_forgotten: Callable[[str], None] = lambda _: None
        self.observable = ObservableState(SheetState())

    @property
    def state(self) -> SheetState:
        return self.observable.state

    def show(self, memories: tuple[InjectedMemory, ...]) -> None:
        today = self._clock.now().date()
        self._set(SheetState(tuple(_row(memory, today) for memory in memories)))
        used = sum(estimate_tokens(memory.text) for memory in memories)

        def tell(budget: int) -> None:
            if self.state.rows:
                self._set(replace(self.state, detail=f"{used:,} of {budget:,} tokens"))

        self._tasks.call(self._budget, tell, lambda _: None)

    def close(self) -> None:
        self._asked = None
        self._set(SheetState())

    def open(self, row: MemoryRow) -> None:
        self.close()
        self.on_open(row.memory)

    def ask_to_forget(self, row: MemoryRow) -> None:
        if self.state.is_working:
            return

        def ask(plan: ForgetPlan | NothingToForget) -> None:
            if isinstance(plan, NothingToForget):
                self._say(NOT_IN_FILES)
                return
            self._asked = (row.memory, plan)
            lines = tuple(line for place in plan.places for line in place.lines)
            self._set(replace(self.state, question=lines, message=""))

        self._tasks.call(lambda: self._forget.look(row.memory.text), ask, self._say)

    def answer(self, *, is_yes: bool) -> None:
        asked, self._asked = self._asked, None
        self._set(replace(self.state, question=()))
        if not is_yes or asked is None:
            return
        memory, plan = asked
        self._set(replace(self.state, is_working=True, message="Forgetting …"))

        def done(_outcome: FactForgotten) -> None:
            rows = tuple(row for row in self.state.rows if row.memory.text != memory.text)
            self._set(replace(self.state, rows=rows, is_working=False, message=FORGOTTEN))
            self.on_forgotten(memory.text)

        self._tasks.call(lambda: self._forget(plan), done, self._say)

    def _say(self, sentence: str) -> None:
        self._set(replace(self.state, is_working=False, message=sentence))

    def _set(self, state: SheetState) -> None:
        self.observable.update(state)


def _row(memory: InjectedMemory, today: date) -> MemoryRow:
    wanted = frozenset(form for word in memory.matched_words for form in (word, *words_of(word)))
    keyword = max(0.0, min(1.0, memory.keyword_score)) * _KEYWORD_WEIGHT
    meaning = max(0.0, min(1.0, memory.vector_score or 0.0)) * _MEANING_WEIGHT
    said = f"“{memory.text}”" if memory.source == MemorySource.SESSION else memory.text
    return MemoryRow(
        memory,
        _where(memory, today),
        _why(memory),
        highlighted(said, wanted),
        keyword,
        meaning,
    )


def _where(memory: InjectedMemory, today: date) -> str:
    name = _NAMES.get(memory.source, "Memory")
    if memory.date is None or memory.source == MemorySource.LONG_TERM:
        return name
    year = "" if memory.date.year == today.year else f" {memory.date.year}"
    return f"{name} · {memory.date:%a} {memory.date.day} {memory.date:%b}{year}"


def _why(memory: InjectedMemory) -> str:
    reasons = [
        word
        for word, is_given in (
            ("words", bool(memory.matched_words)),
            ("meaning", bool(memory.vector_score and memory.vector_score > 0)),
        )
        if is_given
    ]
    return f"{' and '.join(reasons) or 'score'} · {memory.score:.2f}"
