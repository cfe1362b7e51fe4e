"""Lets the engine search once while a message is still being written.

The model is loaded at the first question and released after a while without any: without this, the
first message after a pause would wait for it, or be sent with what keywords alone find.
"""

import time
from collections.abc import Callable

from app.contracts.clock import Clock
from app.contracts.engine_link import EngineQuestions
from app.contracts.search import SearchQuery
from app.memory.search.search_frames import query_frame

SECONDS = 10.0
READY_SECONDS = 120.0
"""Well under what the engine keeps an idle model for."""
AGAIN_SECONDS = 3.0
"""After no answer: the engine may still be starting."""
ANYTHING = "what was it again"


class SearchAhead:
    """`timer` counts seconds and never runs backwards."""

    def __init__(
        self,
        questions: EngineQuestions,
        clock: Clock,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._questions = questions
        self._clock = clock
        self._timer = timer
        self._due_at = timer()

    def is_due(self) -> bool:
        return self._timer() >= self._due_at

    def ask(self) -> None:
        """Off the UI thread. What is found is of no interest."""
        self._due_at = self._timer() + SECONDS
        query = SearchQuery(ANYTHING, self._clock.now().date(), limit=1)
        answer = self._questions.ask(query_frame(query), SECONDS)
        self._due_at = self._timer() + (AGAIN_SECONDS if answer is None else READY_SECONDS)
