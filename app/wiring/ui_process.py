"""The UI process: builds its object graph. Everything on disk is opened off the UI thread."""

from concurrent.futures import ThreadPoolExecutor

from app.chat.answer_turn import AnswerTurn
from app.chat.context_compactor import ContextCompactor
from app.chat.flush_first import FlushFirst
from app.chat.name_session import NameSession
from app.chat.send_message import SendMessage
from app.contracts.agents import GENERAL_ASSISTANT_ID
from app.device.engine_client import EngineClient
from app.memory.daily_logs import DailyLogs
from app.memory.day_change import DayChange
from app.memory.index_or_files import IndexOrFiles
from app.memory.indexed_messages import IndexedMessages
from app.memory.long_term_memory import LongTermMemory
from app.memory.memory_injector import MemoryInjector
from app.memory.memory_settings import switched_off_tools
from app.memory.search.engine_search import EngineSearch
from app.memory.search.file_search import FileSearch
from app.memory.search.hybrid_search import HybridSearch
from app.memory.text.token_estimate import estimate_tokens
from app.memory.triggers import MemoryTriggers
from app.memory.write_recorder import WriteRecorder
from app.providers.on_device import OnDeviceProvider
from app.tools.built_in import ToolSurroundings, built_in_tools
from app.tools.executor import ToolExecutor
from app.tools.registry import ToolRegistry
from app.ui.application import AppParts, OneClawApp
from app.ui.screens.chat.view_model import ChatViewModel
from app.ui.screens.memory.view_model import MemoryViewModel
from app.ui.screens.sessions.view_model import SessionsViewModel
from app.ui.tasks import Tasks
from app.ui.theme.palette import Appearance
from app.wiring.configured_models import ConfiguredModels
from app.wiring.device_twins import engine_control, secret_store
from app.wiring.environment import Environment
from app.wiring.foundations import open_foundations
from app.wiring.logs import redactor
from app.wiring.system_clock import TimeOrderedIds

AGENT_NAME = "General Assistant"


def build_app(environment: Environment, appearance: Appearance = Appearance.LIGHT) -> OneClawApp:
    return OneClawApp(lambda tasks: _open_parts(environment, tasks), appearance)


def _open_parts(environment: Environment, tasks: Tasks) -> AppParts:
    environment.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    client = EngineClient(environment.engine_socket)
    engine = engine_control(environment, client)
    engine.start()
    base = open_foundations(environment)
    base.sessions.purge_private()  # what a kill kept from being purged at the end
    ids = TimeOrderedIds()
    in_files = FileSearch(base.files)
    by_keywords = IndexOrFiles(HybridSearch(base.index_feed), in_files, base.index_rows)
    search = EngineSearch(client, by_keywords, in_files)
    triggers = MemoryTriggers(base.jobs, base.sessions, engine, base.clock)
    messages = IndexedMessages(base.messages, base.index, triggers.index_grew)
    record_write = WriteRecorder(base.history, base.files, base.index, triggers.index_grew)
    models = ConfiguredModels(
        base.agents,
        base.providers,
        base.catalog,
        secret_store(environment),
        redactor(),
        OnDeviceProvider(search, base.clock),
    )
    tool_threads = ThreadPoolExecutor(4, thread_name_prefix="tool")
    registry = ToolRegistry(
        built_in_tools(
            ToolSurroundings(
                files=base.files,
                on_written=record_write,
                history=base.history,
                search=search,
                messages=messages,
                sessions=base.sessions,
                clock=base.clock,
                exports=environment.exports,
            )
        ),
        lambda: switched_off_tools(base.settings),
    )
    answer = AnswerTurn(
        messages,
        base.agents,
        models,
        MemoryInjector(search, base.files, base.settings, base.clock),
        registry,
        # Threads of their own: a tool that waits for the memory lock must not hold up a message.
        ToolExecutor(registry, tool_threads),
        ContextCompactor(
            messages,
            FlushFirst(triggers, base.sessions),
            estimate_tokens,
            base.clock,
            ids,
        ),
        base.clock,
        ids,
    )

    def close() -> None:
        base.sessions.purge_private()
        engine.stop()
        tool_threads.shutdown(wait=True, cancel_futures=True)
        base.close()

    return AppParts(
        chat=ChatViewModel(
            SendMessage(base.sessions, messages, answer, base.clock, ids),
            base.sessions,
            messages,
            tasks,
            f"{AGENT_NAME} · {models.for_agent(GENERAL_ASSISTANT_ID).name}",
            name_session=NameSession(base.sessions, messages, models),
        ),
        sessions=SessionsViewModel(base.sessions, tasks, base.clock),
        memory=MemoryViewModel(
            LongTermMemory(base.files, record_write, base.clock),
            DailyLogs(base.files, record_write),
            tasks,
        ),
        triggers=triggers,
        day_change=DayChange(base.settings, triggers, base.clock),
        clock=base.clock,
        close=close,
    )
