"""Which of the memories that were found are worth quoting: those that tell something, each once.

A question that was once asked is found by every question like it and answers none. Behind a memory
that shares a word with what is asked, one that shares none is noise; ahead of it, it says the same
in other words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.contracts.search import MemorySource
from app.providers.on_device.intents import Ask, Create, Remember, Tell
from app.providers.on_device.sentence_ends import sentences_in
from app.providers.on_device.understanding import understand
from app.providers.on_device.word_match import covered, telling_words, words_of

_QUESTION_IN_A_LOG = re.compile(r"(?:[-*+] )?Asked: .*|.*[?？]\W*", re.DOTALL)


_THE_SAME_MATTER = 0.6
_WEAK = 0.5
_FAR = 0.3
"""What shares no word must be this good by itself."""
_A_FEW_WORDS = 2
LEAST_LIKENESS = 0.18
"""Of what shares no word. Answers in other words have 0.2 and more, chance seldom 0.14."""


@dataclass(frozen=True, slots=True)
class Found:
    """`place` is where it stands in what the search gave. `likeness` of meaning: None, unknown."""

    place: int
    text: str
    source: MemorySource
    likeness: float | None = None
    score: float = 1.0


def worth_quoting(
    found: Sequence[Found], words: Sequence[str], today: date, *, is_answered: bool = False
) -> list[int]:
    """Their places, best first. `is_answered`: something that shares a word is quoted already."""
    entries = [one.text for one in found if one.source is MemorySource.LONG_TERM]
    found = _strong(found, words, today)
    kept: dict[tuple[str, ...], Found] = {}
    is_named = is_answered
    for one in found:
        text = _as_told(one.text, today)
        same = words_of(text)
        shares = covered(text, tuple(words)) > 0
        if same in kept:
            if one.source is MemorySource.LONG_TERM:
                kept[same] = one  # where a person can change it
        elif _is_kept_otherwise(one, text, entries):
            continue
        elif shares or (_is_like(one) and not is_named):
            kept[same] = one
            is_named = is_named or shares
    return [one.place for one in _without_parts(kept)]


def _strong(found: Sequence[Found], words: Sequence[str], today: date) -> list[Found]:
    """What tells something, without what is far behind the best of its kind. An old question just
    like this one is the best of all hits and must not hide its own answer.
    """
    telling = [one for one in found if _tells_something(one, today)]
    best = max((one.score for one in telling), default=0)
    best_named = max((one.score for one in telling if _shares(one, words)), default=0)
    return [
        one
        for one in telling
        if one.score >= (_WEAK * best_named if _shares(one, words) else max(_FAR, _WEAK * best))
    ]


def _shares(one: Found, words: Sequence[str]) -> bool:
    return covered(one.text, tuple(words)) > 0


def _without_parts(kept: dict[tuple[str, ...], Found]) -> list[Found]:
    """A line of the log that a message says with more around it: the message, in the better place.

    What stands in long-term memory stays, so that a person knows where to change it, and what a
    message says around it is quoted only where that is more than a "by the way".
    """
    whole: dict[tuple[str, ...], Found] = {}
    for words, one in kept.items():
        wider = next((other for other in kept if other != words and _is_part(words, other)), words)
        if one.source is MemorySource.LONG_TERM:
            wider = words
        elif any(_adds_little(wider, to) for to, two in kept.items() if _is_entry(two)):
            continue
        whole.setdefault(wider, kept[wider])
    return list(whole.values())


def _is_entry(one: Found) -> bool:
    return one.source is MemorySource.LONG_TERM


def _adds_little(words: tuple[str, ...], to: tuple[str, ...]) -> bool:
    return _is_part(to, words) and len(words) - len(to) <= _A_FEW_WORDS


def _is_part(words: tuple[str, ...], of: tuple[str, ...]) -> bool:
    return f" {' '.join(words)} " in f" {' '.join(of)} "


def _is_kept_otherwise(found: Found, told: str, entries: Sequence[str]) -> bool:
    """A wish to remember whose entry is there: that one may have been changed since."""
    is_wish = found.source is not MemorySource.LONG_TERM and told != found.text
    words = telling_words(told)
    return is_wish and any(covered(entry, words) >= _THE_SAME_MATTER for entry in entries)


def _is_like(found: Found) -> bool:
    return found.likeness is None or found.likeness >= LEAST_LIKENESS


def _as_told(text: str, today: date) -> str:
    """What was asked to be remembered tells what the entry that came of it tells."""
    wish = understand(text, today)
    return wish.content if isinstance(wish, Remember) and wish.content else text


def wants_something(text: str, today: date) -> bool:
    """A question or a request, and nothing that was told beside it."""
    if _QUESTION_IN_A_LOG.fullmatch(text):
        return True
    return all(isinstance(understand(part, today), Ask | Create) for part in sentences_in(text))


def _tells_something(found: Found, today: date) -> bool:
    if found.source is not MemorySource.SESSION:
        return _QUESTION_IN_A_LOG.fullmatch(found.text) is None
    parts = sentences_in(found.text)
    return any(isinstance(understand(part, today), Tell | Remember | Create) for part in parts)
