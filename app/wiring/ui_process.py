"""The UI process: builds its object graph. Everything on disk is opened off the UI thread."""

import sys

from app.chat.send_message import SendMessage
from app.device.desktop_engine import DesktopEngine
from app.memory.daily_logs import DailyLogs
from app.memory.long_term_memory import LongTermMemory
from app.memory.memory_injector import MemoryInjector
from app.memory.search.file_search import FileSearch
from app.memory.triggers import MemoryTriggers
from app.providers.on_device import MODEL, OnDeviceProvider
from app.ui.application import AppParts, OneClawApp
from app.ui.screens.chat.view_model import ChatViewModel
from app.ui.screens.memory.view_model import MemoryViewModel
from app.ui.screens.sessions.view_model import SessionsViewModel
from app.ui.tasks import Tasks
from app.ui.theme.palette import Appearance
from app.wiring.environment import PROJECT, Environment
from app.wiring.foundations import open_foundations
from app.wiring.system_clock import TimeOrderedIds

AGENT_NAME = "General Assistant"


def build_app(environment: Environment, appearance: Appearance = Appearance.LIGHT) -> OneClawApp:
    return OneClawApp(lambda tasks: _open_parts(environment, tasks), appearance)


def engine_command() -> list[str]:
    return [sys.executable, str(PROJECT / "main.py"), "--engine"]


def _open_parts(environment: Environment, tasks: Tasks) -> AppParts:
    environment.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    engine = DesktopEngine(engine_command(), environment.for_child(), environment.engine_socket)
    engine.start()
    base = open_foundations(environment)
    ids = TimeOrderedIds()
    search = FileSearch(base.files)
    triggers = MemoryTriggers(base.jobs, base.sessions, engine, base.clock)
    models = ConfiguredModels(
        base.agents,
        base.providers,
        base.catalog,
        desktop_secrets(environment.secrets),
        redactor(),
        OnDeviceProvider(search, base.clock),
    )
    answer = AnswerTurn(
        base.messages,
        base.agents,
        models,
        MemoryInjector(search, base.clock),
        NoTools(),
        ContextCompactor(
            base.messages,
            FlushFirst(triggers, base.sessions),
            estimated_tokens,
            base.clock,
            ids,
        ),
        base.clock,
        ids,
    )

    def close() -> None:
        engine.stop()
        base.close()

    return AppParts(
        chat=ChatViewModel(
            SendMessage(base.sessions, base.messages, answer, base.clock, ids),
            base.sessions,
            base.messages,
            tasks,
            f"{AGENT_NAME} · {models.for_agent(GENERAL_ASSISTANT_ID).name}",
            name_session=NameSession(base.sessions, base.messages, models),
        ),
        sessions=SessionsViewModel(base.sessions, tasks, base.clock),
        memory=MemoryViewModel(
            LongTermMemory(base.files, base.record_write, base.clock),
            DailyLogs(base.files, base.record_write),
            tasks,
        ),
        triggers=triggers,
        close=close,
    )
