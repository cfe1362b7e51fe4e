"""A model server on loopback, in a thread of its own: OpenAI's wire format over real HTTP.

What it says is decided by a function of what it was asked, so that any process may ask it.
"""

import asyncio
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from app.chat import context_compactor, name_session
from app.contracts.model_provider import FinishReason
from app.memory.summarise.summary_prompt import SYSTEM_PROMPT
from tests.providers import wire_openai
from tests.providers.raw_server import Ending, Received, Reply, document, raw_server, streaming
from tests.providers.scripts import SaidCall, Script


class Purpose(Enum):
    CHAT = auto()
    TITLE = auto()
    SUMMARY = auto()
    CONDENSE = auto()


_SYSTEMS = {
    name_session.SYSTEM: Purpose.TITLE,
    SYSTEM_PROMPT: Purpose.SUMMARY,
    context_compactor.SYSTEM: Purpose.CONDENSE,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, as the server understands it. `earlier` counts how often it came before."""

    purpose: Purpose
    system: str
    messages: tuple[dict[str, Any], ...]
    earlier: int

    @property
    def question(self) -> str:
        """What the person said last."""
        return next(m["content"] for m in reversed(self.messages) if m["role"] == "user")

    @property
    def results(self) -> tuple[str, ...]:
        """What the tools gave since then."""
        given: list[str] = []
        for message in reversed(self.messages):
            if message["role"] == "user":
                break
            if message["role"] == "tool":
                given.append(message["content"])
        return tuple(reversed(given))


Decide = Callable[[Asked], Reply]


class LoopbackModel:
    def __init__(self, decide: Decide) -> None:
        self.decide = decide
        self.asked: list[Asked] = []
        self.address = ""
        self.listing = document(wire_openai.MODELS)
        """What it says when it is asked which models it has."""

    def of_purpose(self, purpose: Purpose) -> list[Asked]:
        return [asked for asked in self.asked if asked.purpose is purpose]

    def answer(self, received: Received) -> Reply:
        if received.method == "GET":
            return self.listing
        system, *messages = received.json["messages"]
        if system["role"] != "system":
            system, messages = {"content": ""}, [system, *messages]
        alike = [a for a in self.asked if a.messages == tuple(messages)]
        purpose = _SYSTEMS.get(system["content"], Purpose.CHAT)
        asked = Asked(purpose, system["content"], tuple(messages), len(alike))
        self.asked.append(asked)
        return self.decide(asked)


def says(*texts: str, finish: FinishReason = FinishReason.STOP) -> Reply:
    return streaming(wire_openai.events(Script(texts=texts, finish=finish)))


def calls(*wanted: SaidCall, texts: Sequence[str] = ()) -> Reply:
    script = Script(texts=tuple(texts), calls=wanted, finish=FinishReason.TOOL_CALLS)
    return streaming(wire_openai.events(script))


def breaks_off(*texts: str, ending: Ending = Ending.CUT) -> Reply:
    return streaming(wire_openai.events(Script(texts=texts, breaks=True)), ending=ending)


def refuses(status: int, text: str = "busy") -> Reply:
    """Asks to come again at once: nobody waits in a test."""
    return document({"error": {"message": text}}, status=status, retry_after="0")


@contextmanager
def loopback_model(decide: Decide) -> Generator[LoopbackModel]:
    model = LoopbackModel(decide)
    loop = asyncio.new_event_loop()
    is_up = threading.Event()
    may_end = asyncio.Event()

    async def serve() -> None:
        async with raw_server() as server:
            server.decide(model.answer)
            model.address = server.address
            is_up.set()
            await may_end.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()), daemon=True)
    thread.start()
    assert is_up.wait(30)
    try:
        yield model
    finally:
        loop.call_soon_threadsafe(may_end.set)
        thread.join(30)
        loop.close()
