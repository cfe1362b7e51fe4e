"""The card of the first run: no AI model yet, how to add one, one tap for a server found here.

Knows no Kivy. Looks at loopback only, and only while the card is shown.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.chat.model_setup import ModelSetup
from app.contracts.models_catalog import ON_DEVICE_MODEL, ProviderRefused, ProviderSaveOutcome
from app.contracts.provider_setup import FoundServer
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks


@dataclass(frozen=True, slots=True)
class ModelCardState:
    """`found` is a server with at least one model."""

    is_wanted: bool = False
    found: FoundServer | None = None
    is_working: bool = False
    notice: str = ""


class ModelCardViewModel:
    def __init__(self, setup: ModelSetup, tasks: Tasks) -> None:
        self._setup = setup
        self._tasks = tasks
        self.on_add_model: Callable[[], None] = lambda: None
        self.on_default_changed: Callable[[], None] = lambda: None
        self.observable = ObservableState(ModelCardState())

    @property
    def state(self) -> ModelCardState:
        return self.observable.state

    def refresh(self) -> None:
        """Called when an empty chat is shown and when the default changed."""

        def show(is_wanted: bool) -> None:
            self._show(replace(self.state, is_wanted=is_wanted))
            if is_wanted:
                self._look_around()

        self._tasks.call(self._has_no_model, show, lambda _: None)

    def use_found(self) -> None:
        found = self.state.found
        if found is None or self.state.is_working:
            return
        self._show(replace(self.state, is_working=True, notice=""))
        self._tasks.call(lambda: self._setup.use_found(found), self._used, self._failed)

    def _has_no_model(self) -> bool:
        return self._setup.default().choice == ON_DEVICE_MODEL

    def _look_around(self) -> None:
        def show(found: tuple[FoundServer, ...]) -> None:
            usable = next((server for server in found if server.models), None)
            self._show(replace(self.state, found=usable))

        self._tasks.run(self._setup.find_on_this_device(), show, lambda _: None)

    def _used(self, outcome: ProviderSaveOutcome) -> None:
        if isinstance(outcome, ProviderRefused):
            self._failed(outcome.reason)
            return
        self._show(ModelCardState())
        self.on_default_changed()

    def _failed(self, sentence: str) -> None:
        self._show(replace(self.state, is_working=False, notice=sentence))

    def _show(self, state: ModelCardState) -> None:
        self.observable.update(state)
