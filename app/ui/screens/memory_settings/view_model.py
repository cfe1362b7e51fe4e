"""What memory may do: on or off, how much of it goes into a prompt, which tools. No Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.contracts.settings import SettingsStore
from app.memory.memory_settings import (
    ENABLED,
    INJECTS_SESSIONS,
    LARGEST_BUDGET,
    MEMORY_TOOLS,
    SMALLEST_BUDGET,
    SWITCHED_OFF_TOOLS,
    TOKEN_BUDGET,
    UNMETERED_ONLY,
    chosen_off_tools,
    read_memory_settings,
)
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks

BUDGET_STEPS = (SMALLEST_BUDGET, 500, 1_000, 2_000, 4_000, 8_000, 16_000, LARGEST_BUDGET)
TOOL_WORDS = {
    "save_memory": "Save a memory",
    "update_memory": "Correct or remove a memory",
    "search_history": "Search memories and past conversations",
    "write_file": "Write a file for you",
    "read_file": "Read those files",
    "list_files": "List those files",
    "delete_file": "Delete those files",
    "git_log": "List earlier versions",
    "git_show": "Read an earlier version",
    "git_diff": "Compare versions",
    "git_restore": "Bring back an earlier version",
    "git_bundle": "Export the version history",
}


@dataclass(frozen=True, slots=True)
class ToolLine:
    """`waits_for_memory`: it is off because memory is."""

    name: str
    words: str
    is_on: bool
    waits_for_memory: bool = False


@dataclass(frozen=True, slots=True)
class MemorySettingsState:
    is_enabled: bool = True
    token_budget: int = 0
    injects_sessions: bool = True
    unmetered_only: bool = False
    tools: tuple[ToolLine, ...] = ()
    notice: str = ""


class MemorySettingsViewModel:
    def __init__(
        self, settings: SettingsStore, tool_names: Callable[[], tuple[str, ...]], tasks: Tasks
    ) -> None:
        self._settings = settings
        self._tool_names = tool_names
        self._tasks = tasks
        self.on_back: Callable[[], None] = lambda: None
        self.on_open_memory: Callable[[], None] = lambda: None
        self.observable = ObservableState(MemorySettingsState())

    @property
    def state(self) -> MemorySettingsState:
        return self.observable.state

    def refresh(self) -> None:
        self._tasks.call(self._read, self.observable.update, self._failed)

    def switch_memory(self, *, is_on: bool) -> None:
        self._keep(ENABLED, _word(is_on))

    def switch_sessions(self, *, is_on: bool) -> None:
        self._keep(INJECTS_SESSIONS, _word(is_on))

    def switch_unmetered_only(self, *, is_on: bool) -> None:
        self._keep(UNMETERED_ONLY, _word(is_on))

    def more_budget(self) -> None:
        larger = [step for step in BUDGET_STEPS if step > self.state.token_budget]
        if larger:
            self._keep(TOKEN_BUDGET, str(larger[0]))

    def less_budget(self) -> None:
        smaller = [step for step in BUDGET_STEPS if step < self.state.token_budget]
        if smaller:
            self._keep(TOKEN_BUDGET, str(smaller[-1]))

    def switch_tool(self, name: str, *, is_on: bool) -> None:
        def change() -> MemorySettingsState:
            off = chosen_off_tools(self._settings)
            off = off - {name} if is_on else off | {name}
            self._settings.put(SWITCHED_OFF_TOOLS, ",".join(sorted(off)))
            return self._read()

        self._tasks.call(change, self.observable.update, self._failed)

    def _keep(self, name: str, value: str) -> None:
        def change() -> MemorySettingsState:
            self._settings.put(name, value)
            return self._read()

        self._tasks.call(change, self.observable.update, self._failed)

    def _read(self) -> MemorySettingsState:
        kept = read_memory_settings(self._settings)
        off = chosen_off_tools(self._settings)
        return MemorySettingsState(
            is_enabled=kept.is_enabled,
            token_budget=kept.token_budget,
            injects_sessions=kept.injects_sessions,
            unmetered_only=kept.unmetered_only,
            tools=tuple(
                ToolLine(
                    name,
                    TOOL_WORDS.get(name, name.replace("_", " ").capitalize()),
                    is_on=name not in off,
                    waits_for_memory=name in MEMORY_TOOLS and not kept.is_enabled,
                )
                for name in self._tool_names()
            ),
        )

    def _failed(self, sentence: str) -> None:
        self.observable.update(replace(self.state, notice=sentence))


def _word(is_on: bool) -> str:
    return "on" if is_on else "off"
