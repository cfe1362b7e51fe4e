"""Builds everything behind Settings, from the stores and the adapters."""

from collections.abc import Callable

import app
from app.chat.model_setup import ModelSetup
from app.contracts.agents import GENERAL_ASSISTANT_ID
from app.contracts.clock import IdSource
from app.contracts.secrets import SecretStore
from app.ui.screens.about.view_model import AboutViewModel
from app.ui.screens.add_model.view_model import AddModelViewModel
from app.ui.screens.agents.view_model import AgentsViewModel
from app.ui.screens.appearance.view_model import AppearanceViewModel
from app.ui.screens.chat.model_card import ModelCardViewModel
from app.ui.screens.edit_agent.view_model import EditAgentViewModel
from app.ui.screens.memory_settings.view_model import MemorySettingsViewModel
from app.ui.screens.models.view_model import ModelsViewModel
from app.ui.screens.settings.view_model import SettingsViewModel
from app.ui.screens.usage.view_model import UsageViewModel
from app.ui.settings_pages import SettingsPages
from app.ui.tasks import Tasks
from app.wiring.configured_models import ConfiguredModels
from app.wiring.diagnostics import DiagnosticsFile
from app.wiring.environment import PROJECT, Environment
from app.wiring.foundations import Foundations
from app.wiring.logs import redactor
from app.wiring.provider_setup import ReachableProviders

AGENT_NAME = "General Assistant"


def build_settings(
    environment: Environment,
    base: Foundations,
    models: ConfiguredModels,
    secrets: SecretStore,
    tool_names: Callable[[], tuple[str, ...]],
    tasks: Tasks,
    ids: IdSource,
    is_system_dark: Callable[[], bool],
) -> SettingsPages:
    servers = ReachableProviders(
        redactor(), environment.loopback, environment.longest_connection_test
    )
    setup = ModelSetup(base.providers, base.catalog, secrets, servers, ids)
    return SettingsPages(
        hub=SettingsViewModel(lambda: setup.default().name, tasks),
        models=ModelsViewModel(setup, tasks),
        add_model=AddModelViewModel(setup, tasks),
        agents=AgentsViewModel(base.agents, base.catalog, tasks),
        edit_agent=EditAgentViewModel(base.agents, base.providers, base.catalog, tasks, ids),
        appearance=AppearanceViewModel(base.settings, tasks, is_system_dark),
        memory=MemorySettingsViewModel(base.settings, tool_names, tasks),
        usage=UsageViewModel(base.usage, tasks),
        about=AboutViewModel(
            app.__version__,
            lambda: (PROJECT / "NOTICE").read_text(encoding="utf-8"),
            DiagnosticsFile(base, environment.exports, redactor()),
            tasks,
        ),
        card=ModelCardViewModel(setup, tasks),
        answering=lambda: answering(models),
        tasks=tasks,
    )


def answering(models: ConfiguredModels) -> str:
    """Who answers in a new chat, as its second line says it."""
    return f"{AGENT_NAME} · {models.for_agent(GENERAL_ASSISTANT_ID).name}"
