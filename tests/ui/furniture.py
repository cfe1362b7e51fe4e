"""Five days of somebody's life with the app: what the screens show when they are looked at."""

from datetime import date, datetime, time

from app.contracts.agents import Agent
from app.contracts.conversation import (
    InjectedMemory,
    MessageKind,
    NewMessage,
    Session,
    TokenUsage,
)
from app.contracts.models_catalog import ModelChoice, ProviderAccount, ProviderKind
from app.contracts.sent_prompts import SentPrompt
from app.memory.daily_log import new_block
from app.memory.daily_logs import DailyLogs
from app.memory.kept_files import KeptFiles
from app.memory.long_term_memory import LongTermMemory
from app.memory.write_recorder import WriteRecorder
from app.wiring.foundations import Foundations
from tests.fakes.clock import ZURICH, CountingIds, FixedClock
from tests.ui.samples import ANSWER, CONVERSATION_TITLE, QUESTION

FIRST_DAY = datetime(2026, 2, 24, 9, 30, tzinfo=ZURICH)
TALK, OTHER_TALK = "talk", "other-talk"
ANSWER_WITH_MEMORIES = "answer-with-memories"
PROVIDER = "a-provider"
AGENT = "an-agent"
LOG_DAYS = (date(2026, 2, 24), date(2026, 2, 26), date(2026, 2, 27))

REMEMBERED = (
    InjectedMemory(
        source="long_term",
        text="Prefers pgloader over dumps for moving a database",
        date=date(2026, 2, 24),
        score=0.82,
        keyword_score=0.7,
        vector_score=0.61,
        matched_words=("pgloader",),
        origin="memory/MEMORY.md",
    ),
    InjectedMemory(
        source="daily_log",
        text="Billing moves to PostgreSQL 16 first; MySQL stays read-only for two weeks",
        date=date(2026, 2, 26),
        score=0.64,
        keyword_score=0.3,
        vector_score=0.58,
        origin="memory/daily/2026-02-26.md",
    ),
    InjectedMemory(
        source="session",
        text="Lena wants to check the totals before Friday",
        date=date(2026, 2, 27),
        score=0.41,
        vector_score=0.44,
        origin="id0001",
    ),
)


def furnish(base: Foundations, clock: FixedClock) -> None:
    """The clock goes on by four days."""
    ids = CountingIds()
    _talks(base, clock, ids)
    record = WriteRecorder(base.history, base.files, base.index)
    memory = LongTermMemory(base.files, record, clock)
    logs, files = DailyLogs(base.files, record), KeptFiles(base.files, record)
    memory.save("Sister Ana, born on 4 March, likes film cameras", "profile", is_pinned=True)
    memory.save("Works on the billing service with Lena and Jonas", "profile")
    memory.save("Prefers short answers with the sources they stand on", "preferences")
    _log(logs, LOG_DAYS[0], "The billing database", "- Billing moves first.\n- With pgloader.")
    clock.move(days=2)
    memory.save("Billing moves to PostgreSQL 16 before the end of March", "projects")
    memory.save("It works like that", "projects")
    files.write("migration.md", "# Migration\n\n1. Schema\n2. Copy\n3. Check the totals\n")
    _log(logs, LOG_DAYS[1], "Two weeks of both", "- MySQL stays read-only for two weeks.")
    clock.move(days=1)
    memory.update(
        "Prefers short answers with the sources they stand on", "Prefers short answers in German"
    )
    files.write("notes.txt", "Bring the camera on Saturday.\n")
    _log(logs, LOG_DAYS[2], "Totals", "- Lena checks the totals by Friday.\n- Ana comes.")
    clock.move(days=1)
    _models(base)
    base.agents.save(Agent(AGENT, "Careful reviewer", "You read code closely and say what breaks."))


def _talks(base: Foundations, clock: FixedClock, ids: CountingIds) -> None:
    now = clock.now()
    titles = ("Ana's birthday", "Weekend in Zürich", "Sourdough without a scale")
    for number, title in enumerate(titles):
        _begin(base, clock, f"earlier-{number}", title)
        _say(base, clock, ids, f"earlier-{number}", f"Let us talk about it: {title}.")
    clock.move(days=4)
    _begin(base, clock, OTHER_TALK, "Stopped half-way")
    _say(base, clock, ids, OTHER_TALK, "Which of the two plans is safer?")
    _say(base, clock, ids, OTHER_TALK, "The provider did not answer in time.", MessageKind.ERROR)
    _begin(base, clock, TALK, CONVERSATION_TITLE)
    _say(base, clock, ids, TALK, QUESTION)
    base.messages.append(
        NewMessage(
            ANSWER_WITH_MEMORIES,
            TALK,
            MessageKind.ASSISTANT,
            ANSWER,
            clock.now(),
            model="gpt-5-mini",
            usage=TokenUsage(1_412, 236),
            injected=REMEMBERED,
        )
    )
    base.prompts.keep(
        SentPrompt(ANSWER_WITH_MEMORIES, "You are a helpful assistant.", tools=("save_memory",))
    )
    _say(base, clock, ids, TALK, "Perfect. Invoices are always in euros, by the way.")
    _say(base, clock, ids, TALK, "Noted: invoices are in euros.", MessageKind.ASSISTANT)
    clock.move(seconds=(now - clock.now()).total_seconds())


def _models(base: Foundations) -> None:
    address = "https://models.example/v1"
    base.providers.save(
        ProviderAccount(PROVIDER, ProviderKind.OPENAI, "Models of the office", address, "a-key")
    )
    for name in ("small-model", "large-model-with-a-long-name-2026-02"):
        base.catalog.add(ModelChoice(PROVIDER, name), name, 128_000)
    assert base.catalog.set_default(ModelChoice(PROVIDER, "small-model"))


def _log(logs: DailyLogs, day: date, title: str, body: str) -> None:
    logs.append_block(day, new_block("b1", time(9, 30), title, body))


def _begin(base: Foundations, clock: FixedClock, session_id: str, title: str) -> None:
    now = clock.now()
    base.sessions.create(Session(session_id, title, "general-assistant", now, now))


def _say(
    base: Foundations,
    clock: FixedClock,
    ids: CountingIds,
    session_id: str,
    words: str,
    kind: MessageKind = MessageKind.USER,
) -> None:
    base.messages.append(NewMessage(ids.new_id(), session_id, kind, words, clock.now()))
