"""Delete everything: what goes, a word to be typed, then the app starts over. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.memory.delete_everything import DeleteEverything, is_confirmed
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks


@dataclass(frozen=True, slots=True)
class DeleteEverythingState:
    typed: str = ""
    takes_keys: bool = False
    is_working: bool = False
    problem: str = ""

    @property
    def can_delete(self) -> bool:
        return is_confirmed(self.typed) and not self.is_working


class DeleteEverythingViewModel:
    def __init__(self, delete: DeleteEverything, tasks: Tasks) -> None:
        self._delete = delete
        self._tasks = tasks
        self.on_back: Callable[[], None] = lambda: None
        self.on_asked_for: Callable[[], None] = lambda: None
        self.observable = ObservableState(DeleteEverythingState())

    @property
    def state(self) -> DeleteEverythingState:
        return self.observable.state

    def open(self) -> None:
        """What was typed at an earlier visit confirms nothing."""
        if not self.state.is_working:
            self._set(DeleteEverythingState())

    def typed(self, words: str) -> None:
        self._set(replace(self.state, typed=words))

    def choose_keys(self, *, takes_keys: bool) -> None:
        self._set(replace(self.state, takes_keys=takes_keys))

    def delete(self) -> None:
        if not self.state.can_delete:
            return
        self._set(replace(self.state, is_working=True, problem=""))
        with_keys = self.state.takes_keys
        self._tasks.call(
            lambda: self._delete(with_keys=with_keys), lambda _: self.on_asked_for(), self._failed
        )

    def _failed(self, sentence: str) -> None:
        self._set(replace(self.state, is_working=False, problem=sentence))

    def _set(self, state: DeleteEverythingState) -> None:
        self.observable.update(state)
