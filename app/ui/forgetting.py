"""Forgetting a fact from any page: every line that would go, then a yes. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.memory.forget_fact import FactForgotten, ForgetFact, ForgetPlan, NothingToForget
from app.ui.notices import Notice
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks

NOT_IN_FILES = "No memory file says this. It was said in a chat: delete it there to forget it."


@dataclass(frozen=True, slots=True)
class ForgettingState:
    """`question` are the lines that would go; empty while nothing is asked."""

    question: tuple[str, ...] = ()
    is_working: bool = False
    notice: Notice | None = None


class ForgettingViewModel:
    def __init__(self, forget: ForgetFact, tasks: Tasks) -> None:
        self._forget = forget
        self._tasks = tasks
        self._plan: ForgetPlan | None = None
        self._notices = 0
        self.on_forgotten: Callable[[], None] = lambda: None
        self.observable = ObservableState(ForgettingState())

    @property
    def state(self) -> ForgettingState:
        return self.observable.state

    def ask(self, fact: str) -> None:
        if self.state.is_working or self._plan is not None:
            return
        self._tasks.call(lambda: self._forget.look(fact), self._looked, self._say)

    def answer(self, *, is_yes: bool) -> None:
        plan, self._plan = self._plan, None
        self._set(replace(self.state, question=()))
        if is_yes and plan is not None:
            self._set(replace(self.state, is_working=True))
            self._say("Forgetting …")
            self._tasks.call(lambda: self._forget(plan), self._forgotten, self._failed)

    def _looked(self, plan: ForgetPlan | NothingToForget) -> None:
        if isinstance(plan, NothingToForget):
            self._say(NOT_IN_FILES)
            return
        self._plan = plan
        lines = tuple(line for place in plan.places for line in place.lines)
        self._set(replace(self.state, question=lines))

    def _forgotten(self, outcome: FactForgotten) -> None:
        self._set(replace(self.state, is_working=False))
        lines = "1 line" if outcome.lines == 1 else f"{outcome.lines} lines"
        self._say(f"Forgotten: {lines}, in every version")
        self.on_forgotten()

    def _failed(self, sentence: str) -> None:
        """Part of it may be done: what is left can be seen and forgotten again."""
        self._set(replace(self.state, is_working=False))
        self._say(sentence)
        self.on_forgotten()

    def _say(self, text: str) -> None:
        self._notices += 1
        self._set(replace(self.state, notice=Notice(text, self._notices)))

    def _set(self, state: ForgettingState) -> None:
        self.observable.update(state)
