"""Light, dark or as the system is, and how large the text: applied at once and kept. No Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isnan

from app.contracts.settings import SettingsStore
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks

MODE = "appearance.mode"
FONT_SCALE = "appearance.font_scale"
SMALLEST_SCALE, LARGEST_SCALE, SCALE_STEP = 0.85, 2.0, 0.05


class AppearanceMode(StrEnum):
    LIGHT = "light"
    DARK = "dark"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class AppearanceState:
    """Until something is chosen the app is as the system is. `is_known`: it was read."""

    mode: AppearanceMode = AppearanceMode.SYSTEM
    is_system_dark: bool = False
    font_scale: float = 1.0
    notice: str = ""
    is_known: bool = False

    @property
    def is_dark(self) -> bool:
        if self.mode is AppearanceMode.SYSTEM:
            return self.is_system_dark
        return self.mode is AppearanceMode.DARK


class AppearanceViewModel:
    def __init__(
        self, settings: SettingsStore, tasks: Tasks, is_system_dark: Callable[[], bool]
    ) -> None:
        self._settings = settings
        self._tasks = tasks
        self._is_system_dark = is_system_dark
        self.on_back: Callable[[], None] = lambda: None
        self.observable = ObservableState(AppearanceState())

    @property
    def state(self) -> AppearanceState:
        return self.observable.state

    def refresh(self) -> None:
        self._tasks.call(self._read, self.observable.update, self._failed)

    def choose_mode(self, mode: AppearanceMode) -> None:
        self._keep(replace(self.state, mode=mode, notice=""), MODE, mode.value)

    def larger(self) -> None:
        self._scale_by(SCALE_STEP)

    def smaller(self) -> None:
        self._scale_by(-SCALE_STEP)

    def _scale_by(self, step: float) -> None:
        scale = _within(self.state.font_scale + step)
        self._keep(replace(self.state, font_scale=scale, notice=""), FONT_SCALE, str(scale))

    def _keep(self, state: AppearanceState, name: str, value: str) -> None:
        self.observable.update(state)
        self._tasks.call(lambda: self._settings.put(name, value), lambda _: None, self._failed)

    def _read(self) -> AppearanceState:
        stored = self._settings.get(MODE) or ""
        known = {mode.value for mode in AppearanceMode}
        return AppearanceState(
            mode=AppearanceMode(stored) if stored in known else AppearanceMode.SYSTEM,
            is_system_dark=self._is_system_dark(),
            font_scale=_scale_from(self._settings.get(FONT_SCALE)),
            is_known=True,
        )

    def _failed(self, sentence: str) -> None:
        self.observable.update(replace(self.state, notice=sentence))


def _scale_from(stored: str | None) -> float:
    try:
        return _within(float(stored or 1.0))
    except ValueError:
        return 1.0


def _within(scale: float) -> float:
    if isnan(scale):
        return 1.0
    return round(max(SMALLEST_SCALE, min(scale, LARGEST_SCALE)), 2)
