"""Finds what is worth knowing for a message and puts it into the prompt (S7).

Any failure, or no answer in time: the message goes out without memories. Never blocks or raises.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.contracts.clock import Clock
from app.contracts.conversation import InjectedMemory, Message
from app.contracts.errors import OneClawError
from app.contracts.memory_files import LONG_TERM_PATH, MemoryFiles
from app.contracts.search import MemoryHit, MemorySearch, MemorySource, SearchQuery
from app.contracts.settings import SettingsStore
from app.memory.long_term_document import LongTermDocument
from app.memory.memory_query import memory_query
from app.memory.memory_section import MemorySection, shown_text
from app.memory.memory_settings import read_memory_settings
from app.memory.telling_hits import told_first
from app.memory.text.token_estimate import estimate_tokens

PATIENCE_SECONDS = 1.0
MOST_HITS = 80
"""Old questions come first of all and mostly go: with half as many evidence would be lost."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Injection:
    """`section` goes into the system prompt; `memories` are shown under the answer."""

    section: str = ""
    memories: tuple[InjectedMemory, ...] = ()


class MemoryInjector:
    def __init__(
        self,
        search: MemorySearch,
        files: MemoryFiles,
        settings: SettingsStore,
        clock: Clock,
        *,
        on_injected: Callable[[Sequence[InjectedMemory]], None] = lambda _: None,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        """`on_injected` counts what was of use; it must not fail."""
        self._search = search
        self._files = files
        self._settings = settings
        self._clock = clock
        self._on_injected = on_injected
        self._patience = patience

    async def inject(
        self,
        text: str,
        session_id: str,
        earlier: Sequence[Message] = (),
        *,
        most_tokens: int | None = None,
    ) -> Injection:
        """`most_tokens` is what the model has room for, where that is less than the setting."""
        try:
            async with asyncio.timeout(self._patience):
                return await asyncio.to_thread(
                    self._injection, text, session_id, earlier, most_tokens
                )
        except (OneClawError, TimeoutError) as error:
            logger.warning("no memories this time: %r", error)
            return Injection()

    def _injection(
        self, text: str, session_id: str, earlier: Sequence[Message], most_tokens: int | None
    ) -> Injection:
        settings = read_memory_settings(self._settings)
        if not settings.is_enabled:
            return Injection()
        hits = self._search.search(
            SearchQuery(
                text=memory_query(text, earlier),
                today=self._clock.now().date(),
                without_session=session_id,
                limit=MOST_HITS,
            )
        )
        hits = told_first(hits)
        budget = settings.token_budget
        budget = budget if most_tokens is None else min(budget, most_tokens)
        section = MemorySection(budget, estimate_tokens)
        section.add_long_term(self._document(), hits)
        section.add_hits([hit for hit in hits if hit.source is not MemorySource.SESSION])
        if settings.injects_sessions:
            section.add_hits([hit for hit in hits if hit.source is MemorySource.SESSION])
        memories = _shown(section, hits)
        self._on_injected(memories)
        return Injection(section.text, memories)

    def _document(self) -> LongTermDocument:
        try:
            return LongTermDocument(self._files.read(LONG_TERM_PATH).text)
        except OneClawError as error:
            # The logs can still help; the memory page says what is wrong with the file.
            logger.warning("long-term memory is left out: %s", error)
            return LongTermDocument("")


def _shown(section: MemorySection, hits: Sequence[MemoryHit]) -> tuple[InjectedMemory, ...]:
    """What the chip lists: hits that went in, or whose words long-term memory shows; each once."""
    listed: dict[str, MemoryHit] = {}
    for hit in hits:
        if hit in section.hits or section.shows(hit):
            listed.setdefault(shown_text(hit).casefold(), hit)
    return tuple(
        InjectedMemory(
            hit.source.value,
            shown_text(hit),
            hit.date,
            hit.score,
            keyword_score=hit.keyword_score,
            vector_score=hit.vector_score,
            matched_words=hit.matched_words,
            origin=hit.origin,
        )
        for hit in listed.values()
    )
