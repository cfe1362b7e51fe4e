"""The agents page: the built-in one and those a person made. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.contracts.agents import AgentStore
from app.contracts.models_catalog import ModelCatalog
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks


@dataclass(frozen=True, slots=True)
class AgentLine:
    id: str
    name: str
    detail: str
    is_built_in: bool


@dataclass(frozen=True, slots=True)
class AgentsState:
    agents: tuple[AgentLine, ...] = ()
    notice: str = ""


class AgentsViewModel:
    def __init__(self, agents: AgentStore, catalog: ModelCatalog, tasks: Tasks) -> None:
        self._agents = agents
        self._catalog = catalog
        self._tasks = tasks
        self.on_create: Callable[[], None] = lambda: None
        self.on_open: Callable[[str], None] = lambda _: None
        self.on_clone: Callable[[str], None] = lambda _: None
        self.on_back: Callable[[], None] = lambda: None
        self.observable = ObservableState(AgentsState())

    @property
    def state(self) -> AgentsState:
        return self.observable.state

    def refresh(self) -> None:
        self._tasks.call(
            self._read,
            lambda agents: self.observable.update(AgentsState(agents)),
            lambda sentence: self.observable.update(replace(self.state, notice=sentence)),
        )

    def _read(self) -> tuple[AgentLine, ...]:
        lines: list[AgentLine] = []
        for agent in self._agents.all():
            own = self._catalog.get(agent.model) if agent.model else None
            words = ("Built in" if agent.is_built_in else "", own.name if own else "Default model")
            detail = " · ".join(filter(None, words))
            lines.append(AgentLine(agent.id, agent.name, detail, is_built_in=agent.is_built_in))
        return tuple(lines)
