"""Searches everything that was ever noted or said, for the assistant and the person alike (S8.3).

Past messages are looked up again before they are shown: one that is deleted or private, or belongs
to the turn that asks, must never come back, however late the index follows.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from app.contracts.clock import Clock
from app.contracts.conversation import Message, MessageKind, MessageStore, SessionStore
from app.contracts.search import MemoryHit, MemorySearch, MemorySource, SearchQuery
from app.memory.text.excerpt import excerpt_around
from app.memory.text.words import fold, words_of

EXCERPT_LENGTH = 500

_FIRST_DAY = date(1900, 1, 1)
_SPARE_HITS = 10
"""Some hits are left out afterwards; these fill up."""


class SearchScope(StrEnum):
    ALL = "all"
    MEMORY = "memory"
    DAILY_LOG = "daily_log"
    SESSIONS = "sessions"


_SOURCES: dict[SearchScope, frozenset[MemorySource]] = {
    SearchScope.ALL: frozenset(),
    SearchScope.MEMORY: frozenset({MemorySource.LONG_TERM}),
    SearchScope.DAILY_LOG: frozenset({MemorySource.DAILY_LOG}),
    SearchScope.SESSIONS: frozenset({MemorySource.SESSION}),
}


@dataclass(frozen=True, slots=True)
class HistoryQuestion:
    """`asked_message_id` is the message that asks: it and what came after it are no history."""

    text: str
    scope: SearchScope = SearchScope.ALL
    date_from: date | None = None
    date_to: date | None = None
    limit: int = 10
    asked_message_id: str | None = None


@dataclass(frozen=True, slots=True)
class PastMention:
    """One hit with the part of it to show; the last two only for something that was said."""

    hit: MemoryHit
    excerpt: str
    speaker: str = ""
    session_title: str = ""


class HistorySearch:
    def __init__(
        self,
        search: MemorySearch,
        messages: MessageStore,
        sessions: SessionStore,
        clock: Clock,
    ) -> None:
        self._search = search
        self._messages = messages
        self._sessions = sessions
        self._clock = clock

    def find(self, question: HistoryQuestion) -> tuple[PastMention, ...]:
        """Best first. May raise any OneClawError of the parts that search."""
        query = SearchQuery(
            text=question.text,
            today=self._clock.now().date(),
            sources=_SOURCES[question.scope],
            date_from=question.date_from,
            date_to=question.date_to,
            limit=2 * question.limit + _SPARE_HITS,
        )
        asked = self._message(question.asked_message_id)
        wanted = frozenset(words_of(question.text))
        mentions: list[PastMention] = []
        for hit in _without_repeats(self._hits(query)):
            if mention := self._mention(hit, wanted, asked):
                mentions.append(mention)
            if len(mentions) == question.limit:
                break
        return tuple(mentions)

    def _hits(self, query: SearchQuery) -> Iterator[MemoryHit]:
        """Who names days asks what there was: behind what fits the words comes all the rest."""
        yield from self._search.search(query)
        if query.date_from or query.date_to:
            first, last = query.date_from or _FIRST_DAY, query.date_to or query.today
            yield from self._search.search(replace(query, text=f"from {first} to {last}"))

    def _mention(
        self, hit: MemoryHit, wanted: frozenset[str], asked: Message | None
    ) -> PastMention | None:
        excerpt = excerpt_around(" ".join(hit.text.split()), wanted, EXCERPT_LENGTH)
        if hit.source is not MemorySource.SESSION:
            return PastMention(hit, excerpt)
        message = self._message(hit.origin)
        if message is None or message.is_private or _is_present(message, asked):
            return None
        session = self._sessions.get(message.session_id)
        if session is None or session.is_private or session.is_deleted:
            return None
        return PastMention(hit, excerpt, _speaker(message), session.title)

    def _message(self, message_id: str | None) -> Message | None:
        return self._messages.get(message_id) if message_id else None


def _is_present(message: Message, asked: Message | None) -> bool:
    return (
        asked is not None
        and message.session_id == asked.session_id
        and message.sequence >= asked.sequence
    )


def _speaker(message: Message) -> str:
    if message.author:
        return message.author
    return "assistant" if message.kind is MessageKind.ASSISTANT else "person"


def _without_repeats(hits: Iterable[MemoryHit]) -> Iterator[MemoryHit]:
    """The same words once, whatever their case, accents and punctuation."""
    seen: set[tuple[str, ...]] = set()
    for hit in hits:
        words = tuple(words_of(hit.text)) or (fold(hit.text).strip(),)
        if words not in seen:
            seen.add(words)
            yield hit
