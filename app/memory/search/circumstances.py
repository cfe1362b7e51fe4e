"""Who said it, when, and what kind of remark it is: lowers the keyword evidence of what does not
fit the question. It never makes a chunk relevant: that is decided before.
"""

import numpy as np
from numpy.typing import NDArray

from app.contracts.memory_index import PERSON_AUTHOR
from app.memory.search.date_spans import DateSpan
from app.memory.search.memory_arrays import MemoryArrays
from app.memory.search.question import Question
from app.memory.search.sketches import FloatArray
from app.memory.text.words import words_of

OTHER_AUTHOR = 7.0
OTHER_AUTHOR_BY_PRONOUN = 3.5
OTHER_DATE = 5.5
LENGTH = 0.47
"""Per standard deviation of the logarithm of length: a longer remark says more."""
NO_TIME_TOLD = 1.6
ONLY_A_QUESTION = 1.4
_DAYS_OF_GRACE = 8
"""People tell of a day some days later, and seldom before it."""


def doubts(arrays: MemoryArrays, question: Question) -> FloatArray:
    """For each slot, log-odds to take off its keyword evidence."""
    total = arrays.remembered("kind of remark", lambda: _kind_of_remark(arrays))
    if question.author is not None:
        weight = OTHER_AUTHOR_BY_PRONOUN if question.by_pronoun else OTHER_AUTHOR
        total = total + np.float32(weight) * ~_fits_author(arrays, question)
    if question.spans:
        closeness = date_closeness(arrays.columns.day, question.spans)
        total = total + np.float32(OTHER_DATE) * (1 - closeness)
    if question.asks_when:
        total = total + np.float32(NO_TIME_TOLD) * ~arrays.columns.tells_time
    return np.asarray(total, dtype=np.float32)


def _kind_of_remark(arrays: MemoryArrays) -> FloatArray:
    doubt = np.float32(ONLY_A_QUESTION) * arrays.columns.only_asks
    return (doubt - np.float32(LENGTH) * arrays.relative_length).astype(np.float32, copy=False)


def date_closeness(days: NDArray[np.int32], spans: tuple[DateSpan, ...]) -> FloatArray:
    """1 inside a span, falling to 0 within a week after it, twice as fast before it.

    What has no date, such as a long-term entry, is neither near nor far: 0.5.
    """
    best = np.zeros(len(days), dtype=np.float32)
    for span in spans:
        late = days - span.last.toordinal()
        early = 2 * (span.first.toordinal() - days)
        away = np.maximum(np.maximum(late, early), 0)
        best = np.maximum(best, 1 - np.minimum(away, _DAYS_OF_GRACE) / np.float32(_DAYS_OF_GRACE))
    return np.where(days == 0, np.float32(0.5), best).astype(np.float32)


def _fits_author(arrays: MemoryArrays, question: Question) -> NDArray[np.bool_]:
    """Chunks of files have no author: they are about the person, or name who they are about."""
    columns = arrays.columns
    fits = columns.author == arrays.authors.number(question.author)
    if question.author == PERSON_AUTHOR:
        return fits | (columns.author < 0)
    for word in words_of(question.author or ""):
        number = arrays.lexicon.number(word)
        if number is not None:
            slots, _ = arrays.postings.of(number)
            fits[slots[columns.author[slots] < 0]] = True
    return fits
