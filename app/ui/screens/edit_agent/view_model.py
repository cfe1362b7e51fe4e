"""One agent: its name, its prompt, its model. The built-in one can be read and cloned. No Kivy."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.contracts.agents import (
    LONGEST_AGENT_NAME,
    LONGEST_AGENT_PROMPT,
    Agent,
    AgentRefused,
    AgentSaveOutcome,
    AgentStore,
)
from app.contracts.clock import IdSource
from app.contracts.models_catalog import ModelCatalog, ModelChoice, ProviderStore
from app.ui.observable_state import ObservableState
from app.ui.tasks import Tasks


@dataclass(frozen=True, slots=True)
class ModelOption:
    """`choice` None: whatever the default is."""

    choice: ModelChoice | None
    name: str


DEFAULT_OPTION = ModelOption(None, "Default model")


@dataclass(frozen=True, slots=True)
class EditAgentState:
    """`agent_id` empty: a new one."""

    agent_id: str = ""
    name: str = ""
    prompt: str = ""
    model: ModelChoice | None = None
    options: tuple[ModelOption, ...] = (DEFAULT_OPTION,)
    is_read_only: bool = False
    is_changed: bool = False
    asks_delete: bool = False
    notice: str = ""

    @property
    def problem(self) -> str:
        if len(self.name.strip()) > LONGEST_AGENT_NAME:
            return f"The name may have {LONGEST_AGENT_NAME} characters at most."
        if len(self.prompt) > LONGEST_AGENT_PROMPT:
            return f"The prompt may have {LONGEST_AGENT_PROMPT:,} characters at most."
        return self.notice

    @property
    def can_save(self) -> bool:
        return self.is_changed and bool(self.name.strip()) and not self.problem


class EditAgentViewModel:
    def __init__(
        self,
        agents: AgentStore,
        providers: ProviderStore,
        catalog: ModelCatalog,
        tasks: Tasks,
        ids: IdSource,
    ) -> None:
        self._agents = agents
        self._providers = providers
        self._catalog = catalog
        self._tasks = tasks
        self._ids = ids
        self.on_done: Callable[[], None] = lambda: None
        self.on_back: Callable[[], None] = lambda: None
        self.on_agents_changed: Callable[[], None] = lambda: None
        self.observable = ObservableState(EditAgentState())

    @property
    def state(self) -> EditAgentState:
        return self.observable.state

    def create(self) -> None:
        self._open(lambda options: EditAgentState(options=options))

    def open_agent(self, agent_id: str) -> None:
        def opened(options: tuple[ModelOption, ...]) -> EditAgentState:
            agent = self._agents.get(agent_id)
            if agent is None:
                return EditAgentState(options=options, notice="This agent is no longer there.")
            return EditAgentState(
                agent.id,
                agent.name,
                agent.prompt,
                agent.model,
                options,
                is_read_only=agent.is_built_in,
            )

        self._open(opened)

    def clone(self, agent_id: str) -> None:
        def copied(options: tuple[ModelOption, ...]) -> EditAgentState:
            agent = self._agents.get(agent_id)
            if agent is None:
                return EditAgentState(options=options, notice="This agent is no longer there.")
            name = f"Copy of {agent.name}"[:LONGEST_AGENT_NAME]
            return EditAgentState("", name, agent.prompt, agent.model, options, is_changed=True)

        self._open(copied)

    def type_name(self, name: str) -> None:
        self._change(replace(self.state, name=name))

    def type_prompt(self, prompt: str) -> None:
        self._change(replace(self.state, prompt=prompt))

    def choose_model(self, choice: ModelChoice | None) -> None:
        self._change(replace(self.state, model=choice))

    def save(self) -> None:
        state = self.state
        if not state.can_save:
            return
        agent_id = state.agent_id or self._ids.new_id()
        agent = Agent(agent_id, state.name.strip(), state.prompt, state.model)
        self._tasks.call(lambda: self._agents.save(agent), self._saved, self._failed)

    def ask_delete(self, *, asks: bool) -> None:
        self.observable.update(replace(self.state, asks_delete=asks))

    def delete(self) -> None:
        agent_id = self.state.agent_id
        if agent_id and self.state.asks_delete:
            self._tasks.call(
                lambda: self._agents.delete(agent_id), lambda _: self._done(), self._failed
            )

    def _open(self, state_with: Callable[[tuple[ModelOption, ...]], EditAgentState]) -> None:
        self.observable.update(EditAgentState())
        self._tasks.call(lambda: state_with(self._options()), self.observable.update, self._failed)

    def _options(self) -> tuple[ModelOption, ...]:
        own = (
            ModelOption(model.choice, f"{model.name} ({account.name})")
            for account in self._providers.all()
            for model in self._catalog.of_provider(account.id)
            if model.is_listed
        )
        return (DEFAULT_OPTION, *own)

    def _change(self, state: EditAgentState) -> None:
        if not self.state.is_read_only and state != self.state:
            self.observable.update(replace(state, is_changed=True, notice=""))

    def _saved(self, outcome: AgentSaveOutcome) -> None:
        if isinstance(outcome, AgentRefused):
            self._failed(outcome.reason)
        else:
            self._done()

    def _done(self) -> None:
        self.on_agents_changed()
        self.on_done()

    def _failed(self, sentence: str) -> None:
        self.observable.update(replace(self.state, asks_delete=False, notice=sentence))
