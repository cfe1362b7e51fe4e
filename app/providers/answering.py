"""One question to a server: tries, adapts, tries again, and yields StreamEvents.

Never tries again once an event was given out, and always ends with Finished or StreamFailed.
"""

import logging
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing

from app.contracts.conversation import TokenUsage
from app.contracts.model_provider import (
    Completion,
    Finished,
    FinishReason,
    StreamEvent,
    StreamFailed,
    TextDelta,
    UsageReported,
)
from app.providers.answer_reading import AnswerDecoder, StreamReader
from app.providers.dialects import AdaptingPlan, SomeDialect
from app.providers.failure import Failure
from app.providers.http_call import AnswerBegan, HttpCall
from app.providers.http_exchange import HttpExchange
from app.providers.key_remover import KeyRemover

_log = logging.getLogger(__name__)


async def answer_events(
    exchange: HttpExchange, plan: AdaptingPlan[SomeDialect], new_reader: Callable[[], StreamReader]
) -> AsyncGenerator[StreamEvent, None]:
    attempt = 1
    while True:
        decoder = AnswerDecoder(new_reader())
        kept_secret = KeyRemover(exchange.answer_secret)
        has_begun = False
        failure: Failure | None = None
        async with aclosing(_one_attempt(exchange, plan.call(), decoder)) as outcomes:
            async for outcome in outcomes:
                if isinstance(outcome, Failure):
                    failure = outcome
                else:
                    has_begun = True
                    for event in kept_secret.cleaned(outcome):
                        yield event
        if failure is None:
            return
        if not has_begun and failure.complaint and plan.adapt(failure.complaint):
            _log.info("%s refused the form of a request; asking in a plainer one.", exchange.who)
            continue
        pause = None if has_begun else exchange.retries.wait_before_next(attempt, failure)
        if pause is None:
            for failed in decoder.failed(failure):
                for event in kept_secret.cleaned(failed):
                    yield event
            return
        _log.info("%s failed (%s); trying again.", exchange.who, type(failure.error).__name__)
        await exchange.retries.sleep(pause.total_seconds())
        attempt += 1


async def _one_attempt(
    exchange: HttpExchange, call: HttpCall, decoder: AnswerDecoder
) -> AsyncGenerator[StreamEvent | Failure, None]:
    async with aclosing(exchange.play(call)) as parts:
        async for part in parts:
            for outcome in _outcomes(part, decoder):
                yield outcome
            if decoder.is_closed:
                return
    for outcome in decoder.close():
        yield outcome


def _outcomes(
    part: AnswerBegan | bytes | Failure, decoder: AnswerDecoder
) -> Iterator[StreamEvent | Failure]:
    match part:
        case AnswerBegan(is_document=True):
            decoder.expect_document()
        case AnswerBegan():
            pass
        case bytes():
            yield from decoder.feed(part)
        case Failure():
            yield from decoder.interrupted(part)


async def completion_of(answer: AsyncGenerator[StreamEvent, None]) -> Completion:
    """The whole answer at once; raises the ProviderError that broke it."""
    text: list[str] = []
    usage = TokenUsage()
    reason = FinishReason.UNKNOWN
    async with aclosing(answer) as events:
        async for event in events:
            match event:
                case TextDelta(text=piece):
                    text.append(piece)
                case UsageReported(usage=reported):
                    usage = reported
                case Finished(reason=given):
                    reason = given
                case StreamFailed(error=error):
                    raise error
                case _:
                    pass
    return Completion("".join(text), reason, usage)
