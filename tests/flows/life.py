"""The app without its window: both real processes, all real stores, a model of one's choice."""

import subprocess
import time
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from app.chat.stop_signal import StopSignal
from app.chat.turn_events import (
    AnswerSaved,
    TurnEnding,
    TurnEvent,
    TurnFailed,
    TurnStopped,
    UserMessageSaved,
)
from app.contracts.clock import Clock
from app.contracts.conversation import Message, Session
from app.contracts.jobs import JobKind
from app.contracts.models_catalog import ModelChoice, ProviderAccount, ProviderKind
from app.contracts.search import MemoryHit, SearchQuery
from app.device.desktop_engine import DesktopEngine
from app.device.engine_client import EngineClient
from app.device.file_secrets import FileSecrets
from app.wiring.chat_parts import ChatParts, build_chat
from app.wiring.environment import Environment, engine_command
from app.wiring.foundations import Foundations, open_foundations

PATIENCE_SECONDS = 300.0
"""Far more than it takes: a busy machine is no reason to fail."""
MODEL = ModelChoice("loopback", "tiny")
KEY_NAME = "loopback-key"


@dataclass(frozen=True, slots=True)
class Life:
    environment: Environment
    base: Foundations
    chat: ChatParts
    engine: DesktopEngine

    @property
    def home(self) -> Path:
        return self.environment.home

    async def say(
        self, session_id: str | None, text: str, stop: StopSignal | None = None
    ) -> tuple[Session, TurnEnding]:
        return await self.follow(self.chat.turns.send(session_id, text, stop or StopSignal()))

    async def follow(self, turn: AsyncGenerator[TurnEvent, None]) -> tuple[Session, TurnEnding]:
        """Where it was said, and how the turn ended: exactly once, and last."""
        events = [event async for event in turn]
        first, last = events[0], events[-1]
        assert isinstance(first, UserMessageSaved)
        assert isinstance(last, AnswerSaved | TurnStopped | TurnFailed)
        endings = [e for e in events if isinstance(e, AnswerSaved | TurnStopped | TurnFailed)]
        assert endings == [last]
        return first.session, last

    def rows(self, session_id: str) -> tuple[Message, ...]:
        return self.base.messages.after(session_id, 0)

    def is_logged(self, session_id: str) -> bool:
        session = self.base.sessions.get(session_id)
        rows = self.rows(session_id)
        return session is not None and session.last_logged_sequence >= rows[-1].sequence

    def until_engine_answers(self) -> None:
        client = EngineClient(self.environment.engine_socket)
        until(lambda: client.ask({"call": "wake"}, 1) is not None, "the engine answers")

    def until_the_engine_rests(self) -> None:
        """Its first upkeep logs talk that seems forgotten: any, where a clock stands still."""
        self.until_engine_answers()
        until(lambda: not self.base.jobs.unfinished(), "what a start brings is done")

    def until_logged(self, *session_ids: str) -> None:
        until(lambda: all(self.is_logged(one) for one in session_ids), "every message logged")

    def until_no_flush_waits(self) -> None:
        until(lambda: not self.waiting_flushes(), "no flush left to do")

    def waiting_flushes(self) -> list[str]:
        return [j.key for j in self.base.jobs.unfinished() if j.kind is JobKind.FLUSH_SESSION]

    def found(self, words: str, *, without_session: str | None = None) -> tuple[MemoryHit, ...]:
        today = self.base.clock.now().date()
        return self.chat.search.search(SearchQuery(words, today, without_session=without_session))


@contextmanager
def open_life(home: Path, *, clock: Clock | None = None) -> Generator[Life]:
    """`clock` is the UI process's; one in the past keeps what it asks for due in the engine."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    environment = Environment(home)
    client = EngineClient(environment.engine_socket)
    engine = DesktopEngine(engine_command(), environment.for_child(), client)
    base = open_foundations(environment)
    if clock is not None:
        base = replace(base, clock=clock)
    engine.start()
    chat = build_chat(environment, base, engine, client)
    try:
        yield Life(environment, base, chat, engine)
    finally:
        engine.stop()
        chat.close()
        base.close()


def choose_model(
    home: Path, address: str, *, key: str = "sk-loopback-0123456789", window: int | None = 100_000
) -> None:
    """Sets up the loopback model as the default, before the app is opened."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    environment = Environment(home)
    base = open_foundations(environment)
    account = ProviderAccount(MODEL.provider_id, ProviderKind.OPENAI, "Loopback", address, KEY_NAME)
    base.providers.save(account)
    base.catalog.add(MODEL, "Tiny", window)
    assert base.catalog.set_default(MODEL)
    base.close()
    FileSecrets(environment.secrets).put(KEY_NAME, key)


def until(condition: Callable[[], bool], what: str) -> None:
    """Waits for the other process; there is no event to wait for here."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"this never came: {what}"
        time.sleep(0.02)


def git(home: Path, *arguments: str) -> str:
    command = ["git", "-c", "safe.directory=*", "-C", str(home), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def daily_logs(home: Path) -> dict[str, str]:
    """The text of every daily log by its date."""
    folder = home / "memory" / "daily"
    return {log.stem: log.read_text(encoding="utf-8") for log in sorted(folder.glob("*.md"))}


def assert_history_is_whole(home: Path, *, may_dangle: bool = False) -> None:
    """`may_dangle`: objects that nothing leads to are no damage."""
    dangling = "--no-dangling" if may_dangle else "--dangling"
    assert git(home, "fsck", "--full", "--strict", dangling) == ""
    assert git(home, "status", "--porcelain") == ""
