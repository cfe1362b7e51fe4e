"""The settings hub: where each kind of setting is, with what is set now. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks


@dataclass(frozen=True, slots=True)
class SettingsLine:
    """`screen` is the name the navigation knows it by."""

    screen: str
    icon: str
    title: str
    detail: str


LINES = (
    SettingsLine("models", "creation-outline", "Models", "Who answers"),
    SettingsLine("agents", "account-voice", "Agents", "How it speaks and what it knows first"),
    SettingsLine("memory_settings", "brain", "Memory", "What is remembered and used"),
    SettingsLine("appearance", "palette-outline", "Appearance", "Light, dark, size of text"),
    SettingsLine("usage", "chart-bar", "Usage", "Tokens by month and model"),
    SettingsLine("about", "information-outline", "About", "Version, licences, diagnostics"),
)


@dataclass(frozen=True, slots=True)
class SettingsState:
    lines: tuple[SettingsLine, ...] = LINES


class SettingsViewModel:
    def __init__(self, default_model_name: Callable[[], str], tasks: Tasks) -> None:
        self._default_model_name = default_model_name
        self._tasks = tasks
        self.on_open: Callable[[str], None] = lambda _: None
        self.on_back: Callable[[], None] = lambda: None
        self.observable = ObservableState(SettingsState())

    @property
    def state(self) -> SettingsState:
        return self.observable.state

    def refresh(self) -> None:
        """A hub that cannot read the default still leads everywhere."""
        self._tasks.call(self._default_model_name, self._show_model, lambda _: None)

    def _show_model(self, name: str) -> None:
        models, *others = LINES
        detail = f"{name} answers"
        self.observable.update(SettingsState((replace(models, detail=detail), *others)))
