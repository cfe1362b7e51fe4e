from collections.abc import AsyncGenerator

import pytest

from app.contracts.conversation import TokenUsage
from app.contracts.errors import (
    AuthenticationFailed,
    ContextTooLong,
    ProviderError,
    ProviderUnreachable,
    RateLimited,
    RequestRefused,
)
from app.contracts.model_provider import (
    ChatRequest,
    Completion,
    FinishReason,
    ModelInfo,
    StreamEvent,
)
from app.memory.summarise.facts import Fact, FactCategory
from app.memory.summarise.model_summariser import (
    ModelSummariser,
    Refused,
    Summarised,
    Unreachable,
)
from app.memory.summarise.reply_checks import Refusal
from tests.memory.summarise.talk import said, talk

GOOD = (
    "## Daily Summary\n- Planned a trip.\n\n## Long-term Facts\n- [preferences] Likes aisle seats."
)
NOTHING_LASTING = "## Daily Summary\n- {}\n\n## Long-term Facts\nNone"


class AnsweringModel:
    """Implements ModelProvider: gives what it was told to, in turn, and keeps what it was asked."""

    def __init__(self, *answers: str | Completion | ProviderError) -> None:
        self._answers = list(answers)
        self.requests: list[ChatRequest] = []

    async def complete(self, request: ChatRequest) -> Completion:
        self.requests.append(request)
        answer = self._answers.pop(0)
        if isinstance(answer, ProviderError):
            raise answer
        if isinstance(answer, str):
            return Completion(answer, FinishReason.STOP, TokenUsage(10, 2))
        return answer

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamEvent, None]:
        raise AssertionError("background work does not stream")
        yield  # makes this an iterator

    async def list_models(self) -> tuple[ModelInfo, ...]:
        return ()


def words(text: str) -> int:
    return len(text.split())


def summariser(model: AnsweringModel, context_window: int | None = 32_000) -> ModelSummariser:
    return ModelSummariser(model, "some-model", context_window, words)


async def test_a_good_reply_becomes_a_summary_and_facts():
    model = AnsweringModel(GOOD)
    outcome = await summariser(model).summarise(talk("We fly in May.", "> Lovely."))
    assert outcome == Summarised(
        "- Planned a trip.",
        (Fact("Likes aisle seats.", FactCategory.PREFERENCES),),
        TokenUsage(10, 2),
    )
    (request,) = model.requests
    assert "We fly in May." in request.messages[0].text
    assert request.model == "some-model"
    assert request.tools == ()


async def test_many_messages_are_asked_in_windows_and_joined_into_one_block():
    texts = [f"On day {n} we sailed past island {n} and slept there." for n in range(1_200)]
    count = 12
    replies = [NOTHING_LASTING.format(f"Part {n}.") for n in range(count)]
    model = AnsweringModel(*replies)
    outcome = await summariser(model, 4_000).summarise(said(*texts))
    assert isinstance(outcome, Summarised)
    assert 3 < len(model.requests) <= count
    assert outcome.summary.splitlines() == [f"- Part {n}." for n in range(len(model.requests))]
    assert outcome.usage == TokenUsage(10 * len(model.requests), 2 * len(model.requests))
    asked = "".join(request.messages[0].text for request in model.requests)
    assert all(text in asked for text in texts)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", Refusal.EMPTY),
        (Completion("", FinishReason.FILTERED), Refusal.FILTERED),
        ("I'm sorry, I can't help with that.", Refusal.DECLINED),
        ("We fly in May and we take the night train back from Madrid to Paris.", Refusal.COPIED),
    ],
)
async def test_a_reply_that_is_no_summary_is_refused(answer: str | Completion, reason: Refusal):
    text = "We fly in May and we take the night train back from Madrid to Paris."
    outcome = await summariser(AnsweringModel(answer)).summarise(said(text))
    assert outcome == Refused(reason)


@pytest.mark.parametrize(
    "error",
    [
        ProviderUnreachable("No network."),
        AuthenticationFailed("The key was not accepted."),
        RateLimited("Too many requests."),
        RequestRefused("Payment required."),
    ],
)
async def test_a_model_that_cannot_be_asked_is_unreachable_not_refused(error: ProviderError):
    outcome = await summariser(AnsweringModel(error)).summarise(said("I like tea."))
    assert outcome == Unreachable(error)


async def test_a_failure_in_the_last_window_leaves_no_half_summary():
    texts = [f"On day {n} we sailed past island {n} and slept there." for n in range(500)]
    error = ProviderUnreachable("No network.")
    model = AnsweringModel(GOOD, error)
    assert await summariser(model, 4_000).summarise(said(*texts)) == Unreachable(error)


async def test_a_reply_that_was_cut_off_is_asked_again_in_halves():
    cut = Completion("## Daily Summary\n- Planned", FinishReason.LENGTH)
    model = AnsweringModel(cut, NOTHING_LASTING.format("First."), NOTHING_LASTING.format("Second."))
    outcome = await summariser(model).summarise(said("I like tea.", "I like boats."))
    assert isinstance(outcome, Summarised)
    assert outcome.summary == "- First.\n- Second."


async def test_a_model_that_is_always_cut_off_is_refused_soon():
    cut = Completion("## Daily", FinishReason.LENGTH)
    model = AnsweringModel(*([cut] * 10))
    outcome = await summariser(model).summarise(said("I like tea.", "I like boats."))
    assert outcome == Refused(Refusal.CUT_OFF)
    assert len(model.requests) <= 3


async def test_a_window_the_server_finds_too_long_is_made_smaller():
    model = AnsweringModel(
        ContextTooLong("Too long."),
        NOTHING_LASTING.format("First."),
        NOTHING_LASTING.format("Second."),
    )
    outcome = await summariser(model).summarise(said("I like tea.", "I like boats."))
    assert isinstance(outcome, Summarised)


async def test_a_server_that_finds_everything_too_long_is_refused_not_asked_for_ever():
    model = AnsweringModel(*([ContextTooLong("Too long.")] * 60))
    outcome = await summariser(model).summarise(said(*["I like tea."] * 64))
    assert outcome == Refused(Refusal.TOO_LONG)
    assert len(model.requests) <= 6


async def test_nothing_spoken_asks_nobody():
    model = AnsweringModel()
    assert await summariser(model).summarise(said("  ")) == Refused(Refusal.EMPTY)
    assert model.requests == []


async def test_facts_without_a_summary_are_still_told():
    model = AnsweringModel("## Long-term Facts\n- Owns a boat.")
    outcome = await summariser(model).summarise(said("I bought a boat."))
    assert isinstance(outcome, Summarised)
    assert outcome.summary == "- Owns a boat."


@pytest.mark.parametrize("context_window", [None, 2_048, 1_000_000])
async def test_every_request_fits_the_window(context_window: int | None):
    texts = ["word " * 700 for _ in range(20)]
    model = AnsweringModel(*([GOOD] * 200))
    await summariser(model, context_window).summarise(said(*texts))
    for request in model.requests:
        used = words(request.system) + words(request.messages[0].text)
        assert used + (request.max_output_tokens or 0) <= (context_window or 8_192)
