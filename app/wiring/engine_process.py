"""The engine process: builds its object graph, runs until its parent goes or it is stopped."""

import logging
import os
import sys
import threading
from datetime import timedelta

from filelock import FileLock, Timeout

from app.contracts.engine_link import Frame
from app.contracts.errors import OneClawError
from app.contracts.jobs import JobKind
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from app.embedding.word_vectors import WordVectors
from app.engine.compaction_job import CompactionJob, JobLease
from app.engine.device_waits import DeviceWaits, WorkAtHand
from app.engine.embedding_upkeep import EmbeddingUpkeep
from app.engine.engine import Engine
from app.engine.index_check import check_index
from app.engine.job_runner import JobRunner
from app.engine.proposal_job import ProposalJob
from app.engine.rebuild_job import RebuildJob
from app.engine.socket_server import SocketServer
from app.engine.upkeep_job import Kept, UpkeepJob
from app.memory.catch_up import CatchUp
from app.memory.compaction_board import CompactionBoard
from app.memory.daily_log_writer import DailyLogWriter
from app.memory.daily_logs import DailyLogs
from app.memory.entry_meaning import EmbeddedMeaning
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
from app.memory.summarise.conversation_summariser import ConversationSummariser
from app.memory.summarise.extractive import ExtractiveSummariser
from app.memory.write_recorder import WriteRecorder
from app.memory.write_trouble import TITLE, TROUBLE_CALL, WriteTrouble
from app.providers.on_device import OnDeviceProvider
from app.wiring.configured_models import ConfiguredModels
from app.wiring.device_twins import device_conditions, notifications, secret_store
from app.wiring.environment import Environment
from app.wiring.foundations import Foundations, open_foundations
from app.wiring.logs import redactor
from app.wiring.system_clock import TimeOrderedIds
from app.wiring.told_to_stop import when_told_to_stop

logger = logging.getLogger(__name__)


def run_engine(
    environment: Environment, *, dies_with_parent: bool, stops_after: timedelta | None = None
) -> int:
    """`stops_after` so long without work it ends by itself; else it lives with its parent."""
    environment.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    instance = FileLock(environment.engine_lock)
    try:
        # A predecessor that was told to stop may still be finishing its last job.
        instance.acquire(timeout=20)
    except Timeout:
        logger.warning("another engine already serves this directory")
        return 0
    try:
        serve(
            open_foundations(environment),
            environment,
            dies_with_parent=dies_with_parent,
            stops_after=stops_after,
        )
    finally:
        instance.release()
    return 0


def serve(
    base: Foundations,
    environment: Environment,
    *,
    dies_with_parent: bool,
    stops_after: timedelta | None = None,
) -> None:
    """Runs jobs until told to stop. The caller holds the instance lock."""
    owner = f"engine-{os.getpid()}-{TimeOrderedIds().new_id()}"
    base.jobs.end_leases_of_others(owner, base.clock.now())
    model = ModelSource(environment.model_folders)
    embedder = OnnxEmbedder(model)
    search = HybridSearch(
        base.index_feed, SearchModels(embedder, WordVectors(model)), cache=base.index_cache
    )
    embedding = EmbeddingUpkeep(base.index_rows, embedder, search, base.clock)

    def embed_soon() -> None:
        base.jobs.enqueue(JobKind.EMBED_PENDING, "", base.clock.now())

    catch_up = CatchUp(
        base.files, base.history, base.index, base.seen_files, base.unindexed, embed_soon
    )
    _catch_up(catch_up)
    record_write = WriteRecorder(base.history, base.files, base.index, embed_soon)
    rebuild = RebuildJob(
        base.index_rows,
        IndexRebuild(base.index_rows, base.index, base.files),
        lambda: findable_messages(base.sessions, base.messages),
        embedder,
        RebuildProgress(base.settings),
        embed_soon,
    )
    long_term = LongTermMemory(base.files, record_write, base.clock, EmbeddedMeaning(embedder))
    models = ConfiguredModels(
        base.agents,
        base.providers,
        base.catalog,
        secret_store(environment),
        redactor(),
        OnDeviceProvider(search, base.clock),
    )

    writer = DailyLogWriter(
        base.sessions,
        base.messages,
        base.jobs,
        base.settings,
        DailyLogs(base.files, record_write),
        ConversationSummariser(models, ExtractiveSummariser(embedder)),
        PromoteFacts(long_term).promote,
        base.clock,
        owner,
    )
    compactor = MemoryCompactor(base.files, record_write, base.clock, EmbeddedMeaning(embedder))
    compaction = CompactionJob(
        compactor,
        base.settings,
        base.clock,
        JobLease(base.jobs, owner),
        models,
    )
    conditions = device_conditions()
    upkeep = UpkeepJob(
        Kept(base.files, base.history, base.index_rows, base.sessions, base.jobs, base.settings),
        catch_up.run,
        conditions,
        base.clock,
    )
    handlers = {
        JobKind.FLUSH_SESSION: writer.flush,
        JobKind.COMPACT_MEMORY: compaction.run,
        JobKind.PROPOSE_COMPACTION: ProposalJob(
            compactor, CompactionBoard(base.settings), models
        ).run,
        JobKind.EMBED_PENDING: embedding.run,
        JobKind.REBUILD_INDEX: rebuild.run,
        JobKind.UPKEEP: upkeep.run,
    }
    work = WorkAtHand(base.sessions, base.messages, models, base.files, base.index_rows)
    waits = DeviceWaits(conditions, base.jobs, base.settings, base.clock, work)
    runner = JobRunner(base.jobs, handlers, base.clock, owner, waits_for=waits.of)
    notices = notifications()
    trouble = WriteTrouble(
        base.clock, lambda sentence: notices.show(TITLE, sentence) if notices else None
    )
    runner.on_flush_ended = trouble.attempt_ended
    engine = Engine(
        base.jobs,
        runner,
        base.clock,
        let_go=waits.let_go,
        on_idle=embedder.release_if_idle,
        on_leaving=lambda: server.close(),
        stops_after=stops_after,
    )

    def wake(_frame: Frame) -> Frame:
        engine.wake()
        return {}

    answering = IndexOrFiles(search, FileSearch(base.files), base.index_rows)

    def answer_search(frame: Frame) -> Frame:
        engine.was_asked()
        return hits_frame(answering.search(query_of(frame)))

    def tell_trouble(_frame: Frame) -> Frame:
        return trouble.frame()

    calls = {
        "wake": wake,
        SEARCH_CALL: answer_search,
        TROUBLE_CALL: tell_trouble,
    }
    server = SocketServer(environment.engine_socket, calls)
    check_index(base.index_rows, base.jobs, base.clock)
    upkeep.ask()
    server.start()
    when_told_to_stop(engine.stop)
    if dies_with_parent:
        threading.Thread(target=_stop_at_end_of_input, args=(engine,), daemon=True).start()
    try:
        engine.run()
    finally:
        server.close()
        base.close()


def _catch_up(catch_up: CatchUp) -> None:
    """What a crash or another editor left is put in order before anybody asks; a failure keeps
    no engine from running, as the next start tries again.
    """
    try:
        done = catch_up.run()
    except OneClawError as error:
        logger.warning("history and index may be behind the files: %s", error)
        return
    if done.committed:
        logger.info("committed what was left over: %s", ", ".join(done.committed))


def _stop_at_end_of_input(engine: Engine) -> None:
    """Reads the descriptor itself: a buffered reader's lock, held by this thread when the
    interpreter ends, would end it with a crash.
    """
    try:
        while os.read(sys.stdin.fileno(), 1024):
            pass
    except OSError as error:
        logger.warning("the parent can no longer be watched: %s", error)
    engine.stop()
