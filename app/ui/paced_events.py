"""Puts the words of a streamed answer together, so that a screen is drawn a few times a second.

The first words come at once; after that at most one step per pause. Nothing else waits, and
nothing changes its place: whatever follows the words comes after all of them.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

from app.chat.turn_events import AnswerGrew, TurnEvent

PAUSE_SECONDS = 0.07


async def paced(
    events: AsyncIterator[TurnEvent], pause: float = PAUSE_SECONDS
) -> AsyncGenerator[TurnEvent, None]:
    clock = asyncio.get_running_loop().time
    held, last = "", clock() - pause
    following = asyncio.ensure_future(_next_of(events))
    try:
        while True:
            left = max(0.0, last + pause - clock()) if held else None
            await asyncio.wait((following,), timeout=left)
            if held and (not following.done() or not _is_more(following)):
                yield AnswerGrew(held)
                held, last = "", clock()
            if not following.done():
                continue
            event = following.result()
            if event is None:
                return
            following = asyncio.ensure_future(_next_of(events))
            if isinstance(event, AnswerGrew) and (held or clock() < last + pause):
                held += event.delta
                continue
            if isinstance(event, AnswerGrew):
                last = clock()
            yield event
    finally:
        following.cancel()


def _is_more(following: "asyncio.Future[TurnEvent | None]") -> bool:
    """Whether what came are more words; a failure comes after what is held, too."""
    return following.exception() is None and isinstance(following.result(), AnswerGrew)


async def _next_of(events: AsyncIterator[TurnEvent]) -> TurnEvent | None:
    return await anext(events, None)
