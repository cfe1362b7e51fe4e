"""The texts behind ranked slots, and the hits made of them with what explains each (S6.9)."""

from collections.abc import Sequence
from datetime import date
from math import isnan

import numpy as np
from numpy.typing import NDArray

from app.contracts.memory_index import ChunkText
from app.contracts.search import MemoryHit, SearchQuery
from app.memory.search.chunk_facts import SOURCES
from app.memory.search.memory_arrays import MemoryArrays
from app.memory.search.near_duplicates import Worded
from app.memory.search.question import Question
from app.memory.search.ranking import Ranked
from app.memory.search.time_decay import age_in_days


class FoundText(Worded):
    """What a chunk shows, at its place in the ranking."""

    def __init__(self, shown: ChunkText, place: int, mark: bytes, length: float) -> None:
        super().__init__(shown.text, shown.heading_path, mark, length)
        self.origin = shown.origin
        self.place = place


def hits_of(
    found: Sequence[FoundText],
    arrays: MemoryArrays,
    ranked: Ranked,
    query: SearchQuery,
    question: Question,
) -> tuple[MemoryHit, ...]:
    if not found:
        return ()
    places = [one.place for one in found]
    slots = ranked.slots[places]
    matched = _matched_words(arrays, question, slots)
    # Lists in one go: a numpy scalar at a time costs more than everything else here.
    numbers: list[int] = slots.tolist()
    sources: list[int] = arrays.columns.source[slots].tolist()
    days: list[int] = arrays.columns.day[slots].tolist()
    scores: list[float] = ranked.score[places].tolist()
    keywords: list[float] = ranked.keyword[places].tolist()
    vectors: list[float] = ranked.vector[places].tolist()
    hits: list[MemoryHit] = []
    for rank, (one, words) in enumerate(zip(found, matched, strict=True)):
        slot, day, vector = numbers[rank], days[rank], vectors[rank]
        written = date.fromordinal(day) if day else None
        hits.append(
            MemoryHit(
                chunk_id=arrays.ids[slot],
                text=one.text,
                source=SOURCES[sources[rank]],
                date=written,
                score=scores[rank],
                keyword_score=keywords[rank],
                vector_score=None if isnan(vector) else vector,
                age_days=age_in_days(written, query.today),
                matched_words=words,
                origin=one.origin,
            )
        )
    return tuple(hits)


def _matched_words(
    arrays: MemoryArrays, question: Question, slots: NDArray[np.int64]
) -> list[tuple[str, ...]]:
    """For each slot the question's words it has itself, as they were written."""
    matched: list[dict[str, None]] = [{} for _ in slots]
    for word, shown in question.words.items():
        number = arrays.lexicon.number(word)
        if number is not None:
            for place in arrays.postings.among(number, slots).nonzero()[0].tolist():
                matched[place][shown] = None
    return [tuple(words) for words in matched]
