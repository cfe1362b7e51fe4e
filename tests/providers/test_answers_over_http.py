"""Answers over a real connection: slow, broken, packed, stalled, refused and tried again."""

import asyncio
import gzip
import itertools
import json
from collections.abc import Iterable
from contextlib import aclosing

import pytest

from app.contracts.errors import (
    AuthenticationFailed,
    ContextTooLong,
    ProviderBroken,
    ProviderError,
    ProviderTimeout,
    ProviderUnreachable,
    RateLimited,
    RequestRefused,
)
from app.contracts.model_provider import (
    Finished,
    FinishReason,
    ModelProvider,
    StreamEvent,
    StreamFailed,
)
from app.providers.http_call import Timeouts
from app.providers.retries import RetryPolicy
from tests.providers.harnesses import EAGER, KEY, ONCE, OPENAI, WIRES, Wire
from tests.providers.raw_server import (
    Ending,
    Reply,
    document,
    raw_server,
    streaming,
    web_page,
)
from tests.providers.reading import text_of
from tests.providers.scripts import QUESTION, Script

HELLO = Script(texts=("Grüezi ", "你好 ", "👋🏽"), thinking=("Hm.",))
WHOLE = "Grüezi 你好 👋🏽"
each_wire = pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
BUSY = {"error": {"type": "overloaded_error", "message": "Busy"}}


async def ask(provider: ModelProvider) -> list[StreamEvent]:
    return [event async for event in provider.stream(QUESTION)]


async def answer_to(wire: Wire, *replies: Reply, retries: RetryPolicy = ONCE) -> list[StreamEvent]:
    async with raw_server() as server:
        server.reply(*replies)
        return await ask(wire.provider(server.address, retries=retries))


def error_of(events: list[StreamEvent]) -> ProviderError:
    assert isinstance(events[-1], StreamFailed)
    return events[-1].error


@each_wire
async def test_a_slow_drip_is_read_to_the_end(wire: Wire):
    stream = b"".join(wire.events(HELLO))
    events = await answer_to(wire, streaming(stream[i : i + 3] for i in range(0, len(stream), 3)))
    assert text_of(events) == WHOLE
    assert events[-1] == Finished(FinishReason.STOP)


@each_wire
async def test_a_stall_ends_by_time_out_with_the_text_kept(wire: Wire):
    events = list(wire.events(Script(texts=("Half",), breaks=True)))
    async with raw_server() as server:
        server.reply(streaming(events, ending=Ending.STALLED))
        provider = wire.provider(
            server.address, timeouts=Timeouts(connect=5, read=0.3), retries=EAGER
        )
        answer = await ask(provider)
        assert len(server.received) == 1
    assert text_of(answer) == "Half"
    assert isinstance(error_of(answer), ProviderTimeout)


@each_wire
async def test_a_server_that_never_begins_ends_by_time_out(wire: Wire):
    async with raw_server() as server:
        server.reply(streaming([], ending=Ending.STALLED))
        provider = wire.provider(server.address, timeouts=Timeouts(connect=5, read=0.3))
        assert isinstance(error_of(await ask(provider)), ProviderTimeout)


@each_wire
async def test_a_stall_after_the_complete_answer_does_no_harm(wire: Wire):
    complete = list(wire.events(HELLO))
    if wire.has_end_mark:
        complete.pop()
    async with raw_server() as server:
        server.reply(streaming(complete, ending=Ending.STALLED))
        provider = wire.provider(server.address, timeouts=Timeouts(connect=5, read=0.3))
        answer = await ask(provider)
    assert text_of(answer) == WHOLE
    assert answer[-1] == Finished(FinishReason.STOP)


@each_wire
@pytest.mark.parametrize("ending", [Ending.CUT, Ending.ABORTED, Ending.COMPLETE])
async def test_a_disconnect_after_any_event_keeps_what_came(wire: Wire, ending: Ending):
    events = list(wire.events(HELLO))
    async with raw_server() as server:
        provider = wire.provider(server.address, retries=ONCE)
        for count in range(len(events)):
            server.reply(streaming(events[:count], ending=ending))
            answer = await ask(provider)
            assert isinstance(answer[-1], Finished | StreamFailed)
            # A reset may overtake bytes that were sent; what arrives is still the beginning.
            assert WHOLE.startswith(text_of(answer))
            if isinstance(answer[-1], StreamFailed):
                assert isinstance(answer[-1].error, ProviderUnreachable | ProviderBroken)


@each_wire
@pytest.mark.parametrize("ending", [Ending.CUT, Ending.COMPLETE])
async def test_a_last_line_that_came_whole_counts_although_its_event_did_not_end(
    wire: Wire, ending: Ending
):
    events = list(wire.events(Script(texts=("One ", "two"), breaks=True)))
    said_two = next(place for place, event in enumerate(events) if b'"two"' in event)
    unfinished = [*events[:said_two], events[said_two].rstrip()]
    answer = await answer_to(wire, streaming(unfinished, ending=ending))
    assert text_of(answer) == "One two"
    assert isinstance(answer[-1], StreamFailed)


@each_wire
async def test_a_packed_answer_is_unpacked(wire: Wire):
    packed = gzip.compress(b"".join(wire.events(HELLO)))
    chunks = [packed[i : i + 20] for i in range(0, len(packed), 20)]
    events = await answer_to(wire, streaming(chunks, content_encoding="gzip"))
    assert text_of(events) == WHOLE


@each_wire
async def test_an_answer_that_cannot_be_unpacked_is_broken(wire: Wire):
    events = await answer_to(wire, streaming([b"not gzip at all"], content_encoding="gzip"))
    assert isinstance(error_of(events), ProviderBroken)


@each_wire
async def test_a_wrong_character_set_is_not_believed(wire: Wire):
    reply = streaming(wire.events(HELLO), content_type="text/event-stream; charset=iso-8859-1")
    assert text_of(await answer_to(wire, reply)) == WHOLE


@each_wire
async def test_a_huge_line_over_the_network_is_cut_off(wire: Wire):
    begun = wire.events(Script(texts=("Half",), breaks=True))
    huge = itertools.repeat(b"x" * 1_000_000, 9)
    events = await answer_to(wire, streaming(itertools.chain(begun, huge)))
    assert text_of(events) == "Half"
    assert isinstance(error_of(events), ProviderBroken)


@each_wire
@pytest.mark.parametrize("status", [200, 400, 403, 502])
async def test_a_web_page_instead_of_an_answer_is_said_to_be_one(wire: Wire, status: int):
    events = await answer_to(wire, web_page(status=status))
    sentence = error_of(events).sentence
    assert "<html" not in sentence
    assert "web page" in sentence or status == 502


@each_wire
@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (301, RequestRefused),
        (400, RequestRefused),
        (401, AuthenticationFailed),
        (402, RequestRefused),
        (403, AuthenticationFailed),
        (404, RequestRefused),
        (408, ProviderTimeout),
        (413, ContextTooLong),
        (418, RequestRefused),
        (429, RateLimited),
        (500, ProviderBroken),
        (502, ProviderBroken),
        (503, ProviderBroken),
        (504, ProviderTimeout),
        (529, ProviderBroken),
    ],
)
async def test_every_status_has_its_error_and_a_sentence(
    wire: Wire, status: int, expected: type[ProviderError]
):
    reply = document({"error": {"message": "Because."}}, status=status)
    error = error_of(await answer_to(wire, reply))
    assert type(error) is expected
    assert error.sentence.endswith((".", ")."))


@each_wire
@pytest.mark.parametrize("body", [b"", b"null", b"[]", b"\xff\xfe", b'{"error":null}', b"plain"])
async def test_an_error_in_no_known_form_still_has_a_sentence(wire: Wire, body: bytes):
    events = await answer_to(wire, Reply((body,), 500))
    assert isinstance(error_of(events), ProviderBroken)


@each_wire
@pytest.mark.parametrize("status", [429, 500, 502, 503, 529])
async def test_what_may_pass_is_tried_again(wire: Wire, status: int):
    events = await answer_to(
        wire,
        document(BUSY, status=status),
        document(BUSY, status=status),
        streaming(wire.events(HELLO)),
        retries=EAGER,
    )
    assert text_of(events) == WHOLE


@each_wire
@pytest.mark.parametrize("status", [401, 403, 404, 413])
async def test_what_will_not_pass_is_asked_once(wire: Wire, status: int):
    async with raw_server() as server:
        server.always(document({"error": {"message": "No."}}, status=status))
        events = await ask(wire.provider(server.address, retries=EAGER))
        assert isinstance(events[-1], StreamFailed)
        assert len(server.received) == 1


@each_wire
async def test_an_overload_reported_before_the_first_word_is_tried_again(wire: Wire):
    failed = [b"event: error\ndata: " + json.dumps({"type": "error", **BUSY}).encode() + b"\n\n"]
    events = await answer_to(wire, streaming(failed), streaming(wire.events(HELLO)), retries=EAGER)
    assert text_of(events) == WHOLE


@each_wire
async def test_nothing_is_tried_again_after_the_first_word(wire: Wire):
    begun = wire.events(Script(texts=("Half",), breaks=True))
    async with raw_server() as server:
        server.reply(streaming(begun, ending=Ending.CUT), streaming(wire.events(HELLO)))
        events = await ask(wire.provider(server.address, retries=EAGER))
        assert len(server.received) == 1
    assert text_of(events) == "Half"


@each_wire
async def test_a_connection_lost_before_the_first_word_is_tried_again(wire: Wire):
    lost = Reply((), ending=Ending.ABORTED)
    events = await answer_to(wire, lost, streaming(wire.events(HELLO)), retries=EAGER)
    assert text_of(events) == WHOLE


class Sleeps:
    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


async def sleeps_before(replies: Iterable[Reply]) -> tuple[list[float], list[StreamEvent]]:
    sleeps = Sleeps()
    policy = RetryPolicy(attempts=3, sleep=sleeps, chance=lambda: 0.0)
    events = await answer_to(OPENAI, *replies, retries=policy)
    return sleeps.seconds, events


async def test_retry_after_is_waited_for():
    limited = document({"error": {"message": "Slow down"}}, status=429, retry_after="7")
    waits, events = await sleeps_before([limited, streaming(OPENAI.events(HELLO))])
    assert waits == [7.0]
    assert text_of(events) == WHOLE


async def test_a_retry_after_in_the_body_is_waited_for():
    detail = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "3.5s"}
    limited = document(
        {"error": {"code": 429, "message": "Quota", "details": [detail]}}, status=429
    )
    waits, _ = await sleeps_before([limited, streaming(OPENAI.events(HELLO))])
    assert waits == [3.5]


async def test_a_long_retry_after_is_handed_on_instead_of_waited_for():
    limited = document({"error": {"message": "Slow down"}}, status=429, retry_after="3600")
    waits, events = await sleeps_before([limited])
    error = error_of(events)
    assert waits == []
    assert isinstance(error, RateLimited)
    assert error.retry_after is not None
    assert error.retry_after.total_seconds() == 3600
    assert "3600 seconds" in error.sentence


async def test_an_empty_account_is_not_asked_again():
    limited = document(
        {"error": {"message": "You exceeded…", "code": "insufficient_quota"}}, status=429
    )
    waits, events = await sleeps_before([limited])
    assert waits == []
    assert "used up" in error_of(events).sentence


async def test_a_provider_serves_one_event_loop_after_another():
    async with raw_server() as server:
        server.always(streaming(OPENAI.events(HELLO)))
        provider = OPENAI.provider(server.address)

        def in_a_loop_of_its_own() -> str:
            return asyncio.run(provider.complete(QUESTION)).text

        texts = [await asyncio.to_thread(in_a_loop_of_its_own) for _ in range(2)]
        texts.append((await provider.complete(QUESTION)).text)
    assert texts == [WHOLE] * 3


async def test_a_redirect_is_not_followed_with_the_key():
    async with raw_server() as thief, raw_server() as server:
        moved = Reply((), 307, {"location": f"{thief.address}/v1/chat/completions"})
        server.reply(moved)
        events = await ask(OPENAI.provider(server.address))
        assert thief.received == []
    assert "another address" in error_of(events).sentence


async def test_stopping_closes_the_connection():
    async with raw_server() as server:
        events = OPENAI.events(Script(texts=("Half",), breaks=True))
        server.reply(streaming(events, ending=Ending.STALLED))
        async with aclosing(OPENAI.make(KEY, server.address).stream(QUESTION)) as stream:
            await anext(stream)
        async with asyncio.timeout(5):
            await server.client_left.wait()


async def test_cancelling_a_stalled_answer_closes_the_connection():
    async with raw_server() as server:
        events = OPENAI.events(Script(texts=("Half",), breaks=True))
        server.reply(streaming(events, ending=Ending.STALLED))
        async with aclosing(OPENAI.make(KEY, server.address).stream(QUESTION)) as stream:
            await anext(stream)
            waiting = asyncio.create_task(anext(stream))
            await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        async with asyncio.timeout(5):
            await server.client_left.wait()


async def test_a_whole_document_instead_of_a_stream_is_an_answer():
    whole = {
        "choices": [{"message": {"role": "assistant", "content": WHOLE}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 2},
    }
    events = await answer_to(OPENAI, document(whole))
    assert text_of(events) == WHOLE
    assert events[-1] == Finished(FinishReason.STOP)


@each_wire
async def test_an_error_document_with_a_good_status_is_an_error(wire: Wire):
    failed = {"type": "error", "error": {"type": "authentication_error", "message": "No."}}
    assert isinstance(error_of(await answer_to(wire, document(failed))), AuthenticationFailed)
