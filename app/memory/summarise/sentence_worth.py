"""How much a sentence is worth keeping, judged by its words alone: cheap, in any language.

Decisions, tasks, preferences and lasting facts first; names and numbers next; then what the
conversation was about. Must stay linear: it sees every sentence of a long session.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence

from app.memory.summarise.candidates import Candidate
from app.memory.summarise.telling_words import (
    DECISION,
    FIRST_PERSON,
    LASTING,
    PREFERENCE,
    TASK,
)
from app.memory.text.scripts import HAN, HANGUL, KANA, UNSPACED

_CUES = ((DECISION, 2.5), (PREFERENCE, 2.0), (LASTING, 2.0), (TASK, 1.5), (FIRST_PERSON, 1.0))
_MOST_FROM_CUES = 5.0
_NAME = re.compile(r"(?<=[^\s.!?:] )[^\W\d_a-zà-ÿ]\w+")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_DENSE = re.compile(rf"[{HAN}{KANA}{HANGUL}{UNSPACED}]")
_ENOUGH_WORDS = 8
_LONGEST_JUDGED = 600
_ASSISTANT_DISCOUNT = 1.5


def worths(candidates: Sequence[Candidate]) -> list[float]:
    """One figure for each, by cues, particulars, length and how central its words are."""
    frequency = Counter(word for candidate in candidates for word in candidate.words)
    return [_worth(candidate, frequency, len(candidates)) for candidate in candidates]


def _worth(candidate: Candidate, frequency: Counter[str], total: int) -> float:
    text = candidate.text[:_LONGEST_JUDGED]
    cues = sum(weight for pattern, weight in _CUES if pattern.search(text))
    if candidate.is_assistants:
        # Its "I" is not the person's, and what it says weighs less than what they say.
        cues = max(cues - _ASSISTANT_DISCOUNT, 0.0)
    particulars = len(_NAME.findall(text)) + len(_NUMBER.findall(text))
    return (
        min(cues, _MOST_FROM_CUES)
        + min(particulars, 4) * 0.5
        + _length_worth(text)
        + _topic_worth(candidate, frequency, total)
    )


def _length_worth(text: str) -> float:
    """Up to 1.5 for a full sentence; a scrap and an endless one are worth less."""
    dense = len(_DENSE.findall(text))
    words = dense / 2 + len(_DENSE.sub(" ", text).split())
    worth = 1.5 * min(words, _ENOUGH_WORDS) / _ENOUGH_WORDS
    return worth * (0.5 if words > 60 else 1.0)


def _topic_worth(candidate: Candidate, frequency: Counter[str], total: int) -> float:
    """Words that come up again, but not everywhere, are what the talk was about."""
    if not candidate.words or total < 2:
        return 0.0
    shares = [
        math.log(1 + frequency[word]) * math.log(1 + total / frequency[word])
        for word in candidate.words
        if frequency[word] > 1
    ]
    return min(sum(sorted(shares)[-4:]) / (4 * math.log(1 + total)), 1.0)
