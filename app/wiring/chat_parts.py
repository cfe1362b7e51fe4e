"""The conversation side of the UI process, without any window: what sends, remembers and triggers.

The window's wiring stands on it, and so does everything that talks without one.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from app.chat.answer_turn import AnswerTurn
from app.chat.context_compactor import ContextCompactor
from app.chat.delete_session import DeleteSession
from app.chat.flush_first import FlushFirst
from app.chat.name_session import NameSession
from app.chat.send_message import SendMessage
from app.contracts.conversation import MessageStore
from app.contracts.engine_link import EngineControl, EngineQuestions
from app.contracts.search import MemorySearch
from app.contracts.secrets import SecretStore
from app.memory.day_change import DayChange
from app.memory.entry_usage import EntryUsage
from app.memory.index_or_files import IndexOrFiles
from app.memory.indexed_messages import IndexedMessages
from app.memory.memory_injector import MemoryInjector
from app.memory.memory_settings import switched_off_tools
from app.memory.search.engine_search import EngineSearch
from app.memory.search.file_search import FileSearch
from app.memory.search.hybrid_search import HybridSearch
from app.memory.search.search_ahead import SearchAhead
from app.memory.text.token_estimate import estimate_tokens
from app.memory.triggers import MemoryTriggers
from app.memory.write_recorder import WriteRecorder
from app.providers.on_device import OnDeviceProvider
from app.tools.built_in import ToolSurroundings, built_in_tools
from app.tools.executor import ToolExecutor
from app.tools.registry import ToolRegistry
from app.wiring.configured_models import ConfiguredModels
from app.wiring.device_twins import secret_store
from app.wiring.environment import Environment
from app.wiring.foundations import Foundations
from app.wiring.logs import redactor
from app.wiring.system_clock import TimeOrderedIds


@dataclass(frozen=True, slots=True)
class ChatParts:
    """`messages` indexes what it stores; `close` waits for tools that still write."""

    turns: SendMessage
    name_session: NameSession
    delete_session: DeleteSession
    messages: MessageStore
    models: ConfiguredModels
    secrets: SecretStore
    tool_names: Callable[[], tuple[str, ...]]
    search: MemorySearch
    search_ahead: SearchAhead
    injector: MemoryInjector
    record_write: WriteRecorder
    triggers: MemoryTriggers
    day_change: DayChange
    close: Callable[[], None]


def build_chat(
    environment: Environment, base: Foundations, engine: EngineControl, questions: EngineQuestions
) -> ChatParts:
    ids = TimeOrderedIds()
    in_files = FileSearch(base.files)
    by_keywords = IndexOrFiles(HybridSearch(base.index_feed), in_files, base.index_rows)
    search = EngineSearch(questions, by_keywords, in_files)
    triggers = MemoryTriggers(base.jobs, base.sessions, engine, base.clock)
    messages = IndexedMessages(base.messages, base.index, triggers.index_grew)
    record_write = WriteRecorder(base.history, base.files, base.index, triggers.index_grew)
    usage = EntryUsage(base.memory_usage, base.clock)
    injector = MemoryInjector(
        search, base.files, base.settings, base.clock, on_injected=usage.injected
    )
    secrets = secret_store(environment)
    models = ConfiguredModels(
        base.agents,
        base.providers,
        base.catalog,
        secrets,
        redactor(),
        OnDeviceProvider(search, base.clock),
    )
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
    # Threads of their own: a tool that waits for the memory lock must not hold up a message.
    tool_threads = ThreadPoolExecutor(4, thread_name_prefix="tool")
    answer = AnswerTurn(
        messages,
        base.agents,
        models,
        injector,
        registry,
        ToolExecutor(registry, tool_threads),
        ContextCompactor(
            messages,
            FlushFirst(triggers, base.sessions, base.jobs, base.clock),
            estimate_tokens,
            base.clock,
            ids,
        ),
        base.prompts,
        base.clock,
        ids,
    )
    return ChatParts(
        turns=SendMessage(base.sessions, messages, answer, base.clock, ids),
        name_session=NameSession(base.sessions, messages, models),
        delete_session=DeleteSession(base.sessions, messages, base.index, triggers, base.clock),
        messages=messages,
        models=models,
        secrets=secrets,
        tool_names=registry.names,
        search=search,
        search_ahead=SearchAhead(questions, base.clock),
        injector=injector,
        record_write=record_write,
        triggers=triggers,
        day_change=DayChange(base.settings, triggers, base.clock),
        close=lambda: tool_threads.shutdown(wait=True, cancel_futures=True),
    )
