"""Chat, streaming, stop, title, summary and flush with a real, weak model through the real code.

It says what it likes: only form is asserted, and that nothing it says breaks a memory file.
"""

import asyncio
from collections.abc import Iterator

import pytest

from app.chat.stop_signal import StopSignal
from app.chat.turn_events import AnswerGrew, AnswerSaved, TurnStopped
from app.contracts.conversation import Message, MessageKind
from app.contracts.model_provider import ChatMessage, ChatRequest, Finished, Role, TextDelta
from app.memory.daily_log import parse_blocks
from app.memory.long_term_document import LongTermDocument
from app.memory.summarise.model_summariser import ModelSummariser, Refused, Summarised
from app.memory.text.token_estimate import estimate_tokens
from app.providers.api_key import ApiKey
from app.providers.connection_test import Ok, check_connection
from app.providers.http_call import Timeouts
from app.providers.openai import OpenAIProvider
from tests.flows.life import Life, assert_history_is_whole, choose_model, daily_logs, open_life
from tests.llm.conftest import WINDOW

pytestmark = pytest.mark.timeout(900)
TALK = (
    "My sister Ana moved to Lisbon in March and works in a bakery there.",
    "Please answer in one short sentence: what should I bring her as a present?",
)
UNHURRIED = Timeouts(connect=10.0, read=300.0)


@pytest.fixture
def provider(model_address: str) -> OpenAIProvider:
    return OpenAIProvider(ApiKey(""), model_address, timeouts=UNHURRIED)


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory, model_address: str) -> Iterator[Life]:
    home = tmp_path_factory.mktemp("small-model") / "home"
    choose_model(home, model_address, window=WINDOW)
    with open_life(home) as opened:
        yield opened


async def test_it_answers_when_the_connection_is_tested(provider: OpenAIProvider):
    outcome = await check_connection(provider)
    assert isinstance(outcome, Ok)
    assert len(outcome.models) == 1


async def test_an_answer_streams_in_pieces_and_ends_once(provider: OpenAIProvider):
    question = ChatMessage(Role.USER, "Count from one to five.")
    request = ChatRequest("smollm2", "You are brief.", (question,), max_output_tokens=40)
    events = [event async for event in provider.stream(request)]
    assert sum(isinstance(event, TextDelta) for event in events) > 1
    assert [event for event in events if isinstance(event, Finished)] == [events[-1]]


async def test_a_stopped_answer_is_kept_as_far_as_it_came(life: Life):
    stop = StopSignal()
    ending = None
    async for event in life.chat.turns.send(None, "Tell me a very long story.", stop):
        if isinstance(event, AnswerGrew):
            stop.stop()
        ending = event
    assert isinstance(ending, TurnStopped)
    assert ending.partial is not None
    assert ending.partial.text


def test_talk_gets_a_title_and_becomes_memory(life: Life):
    session_id = asyncio.run(_talk(life))
    life.chat.triggers.app_left()
    life.until_logged(session_id)
    (log,) = daily_logs(life.home).values()
    blocks = parse_blocks(log)
    assert blocks
    assert log.count("<!-- block ") == len(blocks) == len({block.id for block in blocks})
    for block in blocks:
        assert all(line.startswith("- ") for line in block.body.splitlines())
        assert TALK[1] not in block.body
    memory = life.home / "memory" / "MEMORY.md"
    if memory.exists():
        headings = [section.title for section in LongTermDocument(memory.read_text()).sections()]
        assert len(headings) == len(set(headings))
    assert_history_is_whole(life.home)
    assert life.found("sister Ana Lisbon")


async def test_a_summary_is_a_summary_or_it_is_refused(life: Life, provider: OpenAIProvider):
    rows = await _rows_of_any_session(life)
    summariser = ModelSummariser(provider, "smollm2", WINDOW, estimate_tokens)
    match await summariser.summarise(rows):
        case Summarised(summary=text):
            assert all(line.startswith("- ") for line in text.splitlines())
        case Refused(reason=reason):
            assert reason
        case other:
            pytest.fail(f"the model could not be asked: {other}")


async def _talk(life: Life) -> str:
    session_id: str | None = None
    for words in TALK:
        session, ending = await life.say(session_id, words)
        session_id = session.id
        assert isinstance(ending, AnswerSaved), ending
    assert session_id is not None
    title = await life.chat.name_session(session_id)
    assert title is None or (title and "\n" not in title and len(title) <= 80)
    return session_id


async def _rows_of_any_session(life: Life) -> tuple[Message, ...]:
    session, _ = await life.say(None, TALK[0])
    return tuple(row for row in life.rows(session.id) if row.kind is not MessageKind.ERROR)
