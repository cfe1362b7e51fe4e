"""How the contract suite gets hold of each provider. Add yours to HARNESSES.

A harness that cannot put words into its model's mouth sets `is_scripted` to False; it ignores
the scripts and is held to the promises that need none.
"""

from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

from app.contracts.errors import ProviderUnreachable
from app.contracts.model_provider import (
    Finished,
    ModelInfo,
    ModelProvider,
    StreamEvent,
    StreamFailed,
    TextDelta,
    ThinkingBlock,
    ThinkingDelta,
    ThinkingEnded,
    ToolCall,
    ToolCallDelta,
    ToolCallEnded,
    ToolCallStarted,
    UsageReported,
)
from app.providers.anthropic import AnthropicProvider
from app.providers.api_key import ApiKey
from app.providers.gemini import GeminiProvider
from app.providers.http_call import Timeouts
from app.providers.on_device import OnDeviceProvider
from app.providers.openai import OpenAIProvider
from app.providers.retries import RetryPolicy
from tests.fakes.clock import FixedClock
from tests.fakes.scripted_provider import ScriptedProvider
from tests.fakes.search import GivenSearch
from tests.providers import wire_anthropic, wire_gemini, wire_openai
from tests.providers.raw_server import Ending, document, raw_server, streaming
from tests.providers.scripts import Script

KEY = ApiKey("sk-test-0123456789abcdef")
IMPATIENT = Timeouts(connect=5.0, read=5.0)


async def no_sleep(_seconds: float) -> None:
    """Retries wait for nothing in a test."""


ONCE = RetryPolicy(attempts=1)
EAGER = RetryPolicy(attempts=3, first_wait=timedelta(seconds=1), sleep=no_sleep, chance=lambda: 0.0)

Answering = Callable[..., AbstractAsyncContextManager[ModelProvider]]


@dataclass(frozen=True, slots=True)
class Harness:
    """`answering(*scripts)` opens a provider that answers with the scripts, one per request."""

    name: str
    answering: Answering
    is_scripted: bool = True


@dataclass(frozen=True, slots=True)
class Wire:
    """One real provider and the words of its API."""

    name: str
    make: Callable[..., OpenAIProvider | AnthropicProvider | GeminiProvider]
    events: Callable[[Script], Iterator[bytes]]
    models: object
    has_end_mark: bool = True

    def provider(
        self,
        address: str,
        *,
        key: ApiKey = KEY,
        timeouts: Timeouts = IMPATIENT,
        retries: RetryPolicy = ONCE,
    ) -> ModelProvider:
        return self.make(key, address, timeouts=timeouts, retries=retries)


OPENAI = Wire("openai", OpenAIProvider, wire_openai.events, wire_openai.MODELS)
ANTHROPIC = Wire("anthropic", AnthropicProvider, wire_anthropic.events, wire_anthropic.MODELS)
GEMINI = Wire("gemini", GeminiProvider, wire_gemini.events, wire_gemini.MODELS, has_end_mark=False)
WIRES = (OPENAI, ANTHROPIC, GEMINI)


def over_http(wire: Wire) -> Harness:
    @asynccontextmanager
    async def answering(*scripts: Script) -> AsyncGenerator[ModelProvider, None]:
        async with raw_server() as server:
            for script in scripts:
                ending = Ending.CUT if script.breaks else Ending.COMPLETE
                server.reply(streaming(wire.events(script), ending=ending))
            server.always(document(wire.models))
            yield wire.provider(server.address)

    return Harness(wire.name, answering)


def _scripted_events(script: Script) -> Iterator[StreamEvent]:
    for thought in script.thinking:
        yield ThinkingDelta(thought)
    if script.thinking:
        yield ThinkingEnded(ThinkingBlock("".join(script.thinking)))
    for text in script.texts:
        yield TextDelta(text)
    for index, said in enumerate(script.calls):
        yield ToolCallStarted(index, f"call_{index}", said.name)
        yield ToolCallDelta(index, said.arguments_json)
        yield ToolCallEnded(index, ToolCall(f"call_{index}", said.name, said.arguments_json))
    if script.usage and not script.breaks:
        yield UsageReported(script.usage)
    if script.breaks:
        yield StreamFailed(ProviderUnreachable("The connection broke off."))
    else:
        yield Finished(script.finish)


@asynccontextmanager
async def _scripted(*scripts: Script) -> AsyncGenerator[ModelProvider, None]:
    provider = ScriptedProvider([ModelInfo("alpha", "Alpha", 4096)])
    for script in scripts:
        provider.enqueue(_scripted_events(script))
    yield provider


@asynccontextmanager
async def _on_device(*_scripts: Script) -> AsyncGenerator[ModelProvider, None]:
    yield OnDeviceProvider(GivenSearch(), FixedClock())


HARNESSES = (
    *(over_http(wire) for wire in WIRES),
    Harness("scripted", _scripted),
    Harness("on-device", _on_device, is_scripted=False),
)
