"""The Search tab: one field over everything, found as the model would find it. Knows no Kivy."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from app.contracts.clock import Clock
from app.contracts.conversation import Message, MessageStore
from app.contracts.search import MemoryHit, MemorySearch, MemorySource, SearchQuery
from app.memory.text.excerpt import excerpt_around
from app.memory.text.highlight import highlighted
from app.memory.text.word_diff import Piece
from app.memory.text.words import words_of
from app.ui.observable_state import ObservableState
from app.ui.screens.memory_search.times import ANY_TIME, TimeChoice, time_choices
from app.ui.tasks import RunningTask, Tasks

PAUSE_SECONDS = 0.25
"""Typing goes on meanwhile; only the last words are searched for."""
MOST_RESULTS = 30
LONGEST_EXCERPT = 280
_SOURCE_NAMES = {
    MemorySource.LONG_TERM: "Long-term",
    MemorySource.DAILY_LOG: "Daily log",
    MemorySource.SESSION: "Chat",
}


@dataclass(frozen=True, slots=True)
class ResultRow:
    """`where` is the source and date, `why` what matched; `pieces` mark the words."""

    hit: MemoryHit
    where: str
    why: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class SearchState:
    """`times` are the times to choose from, while asked."""

    words: str = ""
    source: MemorySource | None = None
    time: TimeChoice = ANY_TIME
    times: tuple[TimeChoice, ...] = ()
    is_searching: bool = False
    rows: tuple[ResultRow, ...] = ()
    message: str = ""


IDLE = "Looks through your memory, the daily logs and past chats."
NOTHING = "Nothing in your memory fits these words."


class MemorySearchViewModel:
    def __init__(
        self,
        search: MemorySearch,
        messages: MessageStore,
        tasks: Tasks,
        clock: Clock,
        pause: float = PAUSE_SECONDS,
    ) -> None:
        self._search = search
        self._messages = messages
        self._tasks = tasks
        self._clock = clock
        self._pause = pause
        self._running: RunningTask | None = None
        self._asked = 0
        self.on_open: Callable[[MemoryHit], None] = lambda _: None
        self.on_open_session: Callable[[str], None] = lambda _: None
        self.observable = ObservableState(SearchState(message=IDLE))

    @property
    def state(self) -> SearchState:
        return self.observable.state

    def typed(self, words: str) -> None:
        if words.strip() != self.state.words.strip():
            self.observable.update(replace(self.state, words=words))
            self._start(self._pause)

    def choose_source(self, source: MemorySource | None) -> None:
        self.observable.update(replace(self.state, source=source))
        self._start(0)

    def ask_for_time(self) -> None:
        times = time_choices(self.state.words, self._clock.now().date())
        self.observable.update(replace(self.state, times=times))

    def choose_time(self, time: TimeChoice | None) -> None:
        """None: as it was."""
        self.observable.update(replace(self.state, times=(), time=time or self.state.time))
        if time is not None:
            self._start(0)

    def refresh(self) -> None:
        """Memory may have changed since the words were typed."""
        self._start(0)

    def open(self, row: ResultRow) -> None:
        if row.hit.source is not MemorySource.SESSION:
            self.on_open(row.hit)
            return
        self._tasks.call(lambda: self._messages.get(row.hit.origin), self._open_chat, self._say)

    def _open_chat(self, message: Message | None) -> None:
        if message is None:
            self._say("This message was deleted.")
        else:
            self.on_open_session(message.session_id)

    def _say(self, message: str) -> None:
        self.observable.update(replace(self.state, message=message))

    def _start(self, pause: float) -> None:
        if self._running is not None:
            self._running.cancel()
            self._running = None
        self._asked += 1
        number, words = self._asked, self.state.words.strip()
        if not words:
            self.observable.update(replace(self.state, is_searching=False, rows=(), message=IDLE))
            return
        self.observable.update(replace(self.state, is_searching=True))
        source, span = self.state.source, self.state.time.span
        query = SearchQuery(
            text=words,
            today=self._clock.now().date(),
            sources=frozenset() if source is None else frozenset({source}),
            date_from=span.first if span else None,
            date_to=span.last if span else None,
            limit=MOST_RESULTS,
        )

        def show(rows: tuple[ResultRow, ...]) -> None:
            self._show(number, rows, "" if rows else NOTHING)

        self._running = self._tasks.run(
            self._found(query, pause), show, lambda sentence: self._show(number, (), sentence)
        )

    async def _found(self, query: SearchQuery, pause: float) -> tuple[ResultRow, ...]:
        await asyncio.sleep(pause)
        hits = await asyncio.to_thread(self._search.search, query)
        return tuple(_row(hit, query.today) for hit in hits)

    def _show(self, number: int, rows: tuple[ResultRow, ...], message: str) -> None:
        if number == self._asked:  # newer words are on their way otherwise
            self.observable.update(
                replace(self.state, is_searching=False, rows=rows, message=message)
            )


def _row(hit: MemoryHit, today: date) -> ResultRow:
    text = " ".join(hit.text.split()).removeprefix("- ")
    wanted = _index_words(hit)
    excerpt = excerpt_around(text, wanted, LONGEST_EXCERPT)
    return ResultRow(hit, _where(hit, today), _why(hit), highlighted(excerpt, wanted))


def _index_words(hit: MemoryHit) -> frozenset[str]:
    """A hit tells the words of the question, or of the index; a text is compared by the latter."""
    return frozenset(form for word in hit.matched_words for form in (word, *words_of(word)))


def _where(hit: MemoryHit, today: date) -> str:
    name = _SOURCE_NAMES[hit.source]
    if hit.date is None or hit.source is MemorySource.LONG_TERM:
        return name
    year = "" if hit.date.year == today.year else f" {hit.date.year}"
    return f"{name} · {hit.date:%a} {hit.date.day} {hit.date:%b}{year}"


def _why(hit: MemoryHit) -> str:
    reasons: list[str] = []
    if hit.matched_words:
        shown = ", ".join(_shown_words(hit))
        reasons.append(f"keyword {shown}" if shown else "keyword in its heading")
    if hit.vector_score is not None and hit.vector_score > 0:
        reasons.append(f"meaning {hit.vector_score:.2f}")
    return " · ".join(reasons) or "beside a match"


def _shown_words(hit: MemoryHit) -> list[str]:
    """As they stand in the text: the index keeps stems, which are not words."""
    pieces = highlighted(hit.text, _index_words(hit))
    found = dict.fromkeys(piece.text.casefold() for piece in pieces if piece.is_changed)
    return [f"“{word}”" for word in list(found)[:3]]
