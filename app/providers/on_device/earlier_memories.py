"""What memory has from before this conversation: its own words are no news, nothing comes twice.

In a private session, or with memory off, it finds nothing.
"""

from dataclasses import replace

from app.contracts.model_provider import ChatMessage, ChatRequest, Role
from app.contracts.search import MemoryHit, MemorySearch, MemorySource, SearchQuery

_SPARE = 10


class EarlierMemories:
    """Implements MemorySearch for one request."""

    def __init__(self, search: MemorySearch, request: ChatRequest) -> None:
        self._search = search
        self._may_look = request.may_use_memory
        self._said_here = [_plain(_own(message)) for message in request.messages if message.text]

    def search(self, query: SearchQuery) -> tuple[MemoryHit, ...]:
        if not self._may_look:
            return ()
        found = self._search.search(replace(query, limit=query.limit + _SPARE))
        news: dict[str, MemoryHit] = {}
        for hit in found:
            bare = replace(hit, text=hit.text.strip().removeprefix("- "))
            words = _plain(bare.text)
            if hit.source is MemorySource.SESSION and any(words in s for s in self._said_here):
                continue
            news.setdefault(words, bare)
        return tuple(news.values())[: query.limit]


def _own(message: ChatMessage) -> str:
    """Without what the assistant quoted: asked for again, that is to be found again."""
    if message.role is not Role.ASSISTANT:
        return message.text
    return "\n".join(line for line in message.text.splitlines() if not line.startswith("- "))


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
