"""What the engine process is made of: its model and search, a handler for every kind of job, and
the questions it answers. Built here, run in `engine_process`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from app.contracts.device_conditions import DeviceConditions
from app.contracts.engine_link import Frame
from app.contracts.jobs import JobKind
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from app.embedding.word_vectors import WordVectors
from app.engine.compaction_job import CompactionJob, JobLease
from app.engine.device_waits import DeviceWaits, WorkAtHand
from app.engine.embedding_upkeep import EmbeddingUpkeep
from app.engine.engine import Engine
from app.engine.job_runner import JobHandler, JobRunner
from app.engine.proposal_job import ProposalJob
from app.engine.rebuild_job import RebuildJob
from app.engine.socket_server import Call, SocketServer
from app.engine.upkeep_job import Kept, UpkeepJob
from app.memory.catch_up import CatchUp
from app.memory.compaction_board import CompactionBoard
from app.memory.daily_log_writer import DailyLogWriter
from app.memory.daily_logs import DailyLogs
from app.memory.entry_meaning import EmbeddedMeaning
from app.memory.entry_repeats import REPEATS_CALL, RepeatFinder
from app.memory.index_or_files import IndexOrFiles
from app.memory.index_rebuild import IndexRebuild
from app.memory.indexed_messages import findable_messages
from app.memory.long_term_memory import LongTermMemory
from app.memory.memory_compactor import MemoryCompactor
from app.memory.promote_facts import PromoteFacts
from app.memory.rebuild_progress import RebuildProgress
from app.memory.search.file_search import FileSearch
from app.memory.search.hybrid_search import HybridSearch, SearchModels
from app.memory.search.search_frames import SEARCH_CALL, hits_frame, query_of
from app.memory.stored_vectors import StoredVectors
from app.memory.summarise.conversation_summariser import ConversationSummariser
from app.memory.summarise.extractive import ExtractiveSummariser
from app.memory.write_recorder import WriteRecorder
from app.memory.write_trouble import TITLE, TROUBLE_CALL, WriteTrouble
from app.providers.on_device import OnDeviceProvider
from app.wiring.configured_models import ConfiguredModels
from app.wiring.device_twins import device_conditions, notifications, secret_store
from app.wiring.environment import Environment
from app.wiring.foundations import Foundations
from app.wiring.logs import redactor


@dataclass(frozen=True, slots=True)
class EngineParts:
    engine: Engine
    server: SocketServer
    upkeep: UpkeepJob


class Embedding:
    """The model, and what is found with it."""

    def __init__(self, base: Foundations, environment: Environment) -> None:
        source = ModelSource(environment.model_folders)
        self.embedder = OnnxEmbedder(source)
        models = SearchModels(self.embedder, WordVectors(source))
        self.search = HybridSearch(base.index_feed, models, cache=base.index_cache)
        self.meaning = EmbeddedMeaning(
            StoredVectors(base.index_rows, base.index_feed, self.embedder)
        )


def build_engine(
    base: Foundations,
    environment: Environment,
    catch_up: CatchUp,
    owner: str,
    stops_after: timedelta | None = None,
) -> EngineParts:
    embedding = Embedding(base, environment)
    models = ConfiguredModels(
        base.agents,
        base.providers,
        base.catalog,
        secret_store(environment),
        redactor(),
        OnDeviceProvider(embedding.search, base.clock),
    )
    conditions = device_conditions()
    upkeep = _upkeep(base, catch_up, conditions)
    handlers = {
        **_handlers(base, embedding, models, owner),
        JobKind.UPKEEP: upkeep.run,
    }
    work = WorkAtHand(base.sessions, base.messages, models, base.files, base.index_rows)
    waits = DeviceWaits(conditions, base.jobs, base.settings, base.clock, work)
    runner = JobRunner(base.jobs, handlers, base.clock, owner, waits_for=waits.of)
    trouble = _trouble(base)
    runner.on_flush_ended = trouble.attempt_ended
    engine = Engine(
        base.jobs,
        runner,
        base.clock,
        let_go=waits.let_go,
        on_idle=embedding.embedder.release_if_idle,
        on_leaving=lambda: server.close(),
        stops_after=stops_after,
    )
    server = SocketServer(environment.engine_socket, _calls(base, embedding, engine, trouble))
    return EngineParts(engine, server, upkeep)


def ask_for_vectors(base: Foundations) -> None:
    base.jobs.enqueue(JobKind.EMBED_PENDING, "", base.clock.now())


def _handlers(
    base: Foundations, embedding: Embedding, models: ConfiguredModels, owner: str
) -> Mapping[JobKind, JobHandler]:
    def embed_soon() -> None:
        ask_for_vectors(base)

    record_write = WriteRecorder(base.history, base.files, base.index, embed_soon)
    compactor = MemoryCompactor(base.files, record_write, base.clock, embedding.meaning)
    long_term = LongTermMemory(base.files, record_write, base.clock, embedding.meaning)
    writer = DailyLogWriter(
        base.sessions,
        base.messages,
        base.jobs,
        base.settings,
        DailyLogs(base.files, record_write),
        ConversationSummariser(models, ExtractiveSummariser(embedding.embedder)),
        PromoteFacts(long_term).promote,
        base.clock,
        owner,
    )
    compaction = CompactionJob(
        compactor, base.settings, base.clock, JobLease(base.jobs, owner), models
    )
    rebuild = RebuildJob(
        base.index_rows,
        IndexRebuild(base.index_rows, base.index, base.files),
        lambda: findable_messages(base.sessions, base.messages),
        embedding.embedder,
        RebuildProgress(base.settings),
        embed_soon,
    )
    vectors = EmbeddingUpkeep(base.index_rows, embedding.embedder, embedding.search, base.clock)
    return {
        JobKind.FLUSH_SESSION: writer.flush,
        JobKind.COMPACT_MEMORY: compaction.run,
        JobKind.PROPOSE_COMPACTION: ProposalJob(
            compactor, CompactionBoard(base.settings), models
        ).run,
        JobKind.EMBED_PENDING: vectors.run,
        JobKind.REBUILD_INDEX: rebuild.run,
    }


def _upkeep(base: Foundations, catch_up: CatchUp, conditions: DeviceConditions) -> UpkeepJob:
    kept = Kept(base.files, base.history, base.index_rows, base.sessions, base.jobs, base.settings)
    return UpkeepJob(kept, catch_up.run, conditions, base.clock)


def _trouble(base: Foundations) -> WriteTrouble:
    notices = notifications()
    return WriteTrouble(
        base.clock, lambda sentence: notices.show(TITLE, sentence) if notices else None
    )


def _calls(
    base: Foundations, embedding: Embedding, engine: Engine, trouble: WriteTrouble
) -> Mapping[str, Call]:
    answering = IndexOrFiles(embedding.search, FileSearch(base.files), base.index_rows)
    repeats = RepeatFinder(base.files, embedding.meaning)

    def wake(_frame: Frame) -> Frame:
        engine.wake()
        return {}

    def answer_search(frame: Frame) -> Frame:
        engine.was_asked()
        return hits_frame(answering.search(query_of(frame)))

    def tell_repeats(_frame: Frame) -> Frame:
        engine.was_asked()
        return repeats.frame()

    def tell_trouble(_frame: Frame) -> Frame:
        return trouble.frame()

    return {
        "wake": wake,
        SEARCH_CALL: answer_search,
        REPEATS_CALL: tell_repeats,
        TROUBLE_CALL: tell_trouble,
    }
