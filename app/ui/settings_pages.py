"""All pages behind Settings: their view models, and what leads from one to another."""

from collections.abc import Callable
from dataclasses import dataclass

from app.ui.navigation import Navigation
from app.ui.screens.about.screen import AboutScreen
from app.ui.screens.about.view_model import AboutViewModel
from app.ui.screens.add_model.screen import AddModelScreen
from app.ui.screens.add_model.view_model import AddModelViewModel
from app.ui.screens.agents.screen import AgentsScreen
from app.ui.screens.agents.view_model import AgentsViewModel
from app.ui.screens.appearance.screen import AppearanceScreen
from app.ui.screens.appearance.view_model import AppearanceViewModel
from app.ui.screens.chat.model_card import ModelCardViewModel
from app.ui.screens.edit_agent.screen import EditAgentScreen
from app.ui.screens.edit_agent.view_model import EditAgentViewModel
from app.ui.screens.memory_settings.screen import MemorySettingsScreen
from app.ui.screens.memory_settings.view_model import MemorySettingsViewModel
from app.ui.screens.models.screen import ModelsScreen
from app.ui.screens.models.view_model import ModelsViewModel
from app.ui.screens.settings.screen import SettingsScreen
from app.ui.screens.settings.view_model import SettingsViewModel
from app.ui.screens.usage.screen import UsageScreen
from app.ui.screens.usage.view_model import UsageViewModel
from app.ui.tasks import Tasks


@dataclass(frozen=True, slots=True)
class SettingsPages:
    """`answering` reads, off the UI thread, what the chat shows as who answers."""

    hub: SettingsViewModel
    models: ModelsViewModel
    add_model: AddModelViewModel
    agents: AgentsViewModel
    edit_agent: EditAgentViewModel
    appearance: AppearanceViewModel
    memory: MemorySettingsViewModel
    usage: UsageViewModel
    about: AboutViewModel
    card: ModelCardViewModel
    answering: Callable[[], str]
    tasks: Tasks

    def offer_screens(self, navigation: Navigation) -> None:
        navigation.offer_screen("settings", lambda: SettingsScreen(self.hub))
        navigation.offer_screen("models", lambda: ModelsScreen(self.models))
        navigation.offer_screen("add_model", lambda: AddModelScreen(self.add_model))
        navigation.offer_screen("agents", lambda: AgentsScreen(self.agents))
        navigation.offer_screen("edit_agent", lambda: EditAgentScreen(self.edit_agent))
        navigation.offer_screen("appearance", lambda: AppearanceScreen(self.appearance))
        navigation.offer_screen("memory_settings", lambda: MemorySettingsScreen(self.memory))
        navigation.offer_screen("usage", lambda: UsageScreen(self.usage))
        navigation.offer_screen("about", lambda: AboutScreen(self.about))

    def connect(
        self,
        go: Callable[[str], None],
        back: Callable[[], None],
        show_answering: Callable[[str], None],
    ) -> None:
        def default_changed() -> None:
            self.tasks.call(self.answering, show_answering, lambda _: None)
            self.card.refresh()

        self.hub.on_open = go
        for page in (self.hub, self.models, self.agents, self.edit_agent, self.appearance):
            page.on_back = back
        for page in (self.memory, self.usage, self.about, self.add_model):
            page.on_back = back
        for chooser in (self.models, self.add_model, self.card):
            chooser.on_default_changed = default_changed
        self.memory.on_open_memory = lambda: go("memory")
        self._connect_models(go, back)
        self._connect_agents(go, back)
        self.appearance.refresh()

    def _connect_models(self, go: Callable[[str], None], back: Callable[[], None]) -> None:
        def add() -> None:
            self.add_model.begin()
            go("add_model")

        def edit(provider_id: str) -> None:
            self.add_model.edit(provider_id)
            go("add_model")

        self.models.on_add = add
        self.models.on_edit = edit
        self.card.on_add_model = add
        self.add_model.on_done = back

    def _connect_agents(self, go: Callable[[str], None], back: Callable[[], None]) -> None:
        def create() -> None:
            self.edit_agent.create()
            go("edit_agent")

        def open_agent(agent_id: str) -> None:
            self.edit_agent.open_agent(agent_id)
            go("edit_agent")

        def clone(agent_id: str) -> None:
            self.edit_agent.clone(agent_id)
            go("edit_agent")

        self.agents.on_create = create
        self.agents.on_open = open_agent
        self.agents.on_clone = clone
        self.edit_agent.on_done = back
