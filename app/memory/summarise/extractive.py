"""Summarises without a model: picks the sentences that say something and leaves the rest.

Never invents a word, never copies a whole conversation, and gives the same for the same talk.
"""

import re
from collections.abc import Sequence

import numpy as np

from app.contracts.conversation import Message
from app.contracts.search import Embedder
from app.memory.summarise.candidates import Candidate, sort_talk
from app.memory.summarise.sentence_likeness import Matrix, likeness_matrix
from app.memory.summarise.sentence_worth import worths

MOST_BULLETS = 12
LONGEST_BULLET = 280
MOST_COMPARED = 160
"""Sentences that get a vector: what the words alone rank highest."""

_ALL_OF_A_SHORT_TALK = 8
_CENTRAL = 2.0
_REPEATED = 4.5
_SAYS_SOMETHING = 1.2
_NEIGHBOURS = 5
_OF_THE_PERSON = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|me|my|we|our|you|your|ich|mir|wir|du|dein\w*|sie|ihr\w*|yo|me|tu"
    r"|tú|usted"
    r"|je|nous|vous|ton|votre|я|мы|вы|ты|ваш\w*)\b|j'|[我你您]|私|あなた",
    re.IGNORECASE,
)
_ASSISTANT = "Assistant: "
_ASKED = "Asked: "


class ExtractiveSummariser:
    """`embedder` None: words alone decide, which is also what happens when its model is missing."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder

    def __call__(self, messages: Sequence[Message]) -> str:
        """Bullets, in the order they were said; empty when nobody said anything."""
        talk = sort_talk(messages)
        if talk.told:
            bullets = [_bullet(candidate) for candidate in self._best(talk.told)]
        else:
            bullets = [_shortened(_ASKED + asked.text) for asked in self._best(talk.asked)]
        return "\n".join(f"- {bullet}" for bullet in bullets)

    def _best(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        if len(candidates) < 2:
            return list(candidates)
        by_words = worths(candidates)
        order = sorted(range(len(candidates)), key=lambda i: (-by_words[i], i))
        compared = sorted(order[:MOST_COMPARED])
        shortlist = [candidates[i] for i in compared]
        likeness = likeness_matrix(shortlist, self._embedder)
        chosen = _chosen([by_words[i] for i in compared], likeness, _bullet_count(len(candidates)))
        return [shortlist[i] for i in chosen]


def extractive_summary(messages: Sequence[Message]) -> str:
    """By words alone."""
    return ExtractiveSummariser()(messages)


def _bullet_count(sentences: int) -> int:
    """A short talk is kept, a long one is thinned: beyond that, every second sentence at most."""
    beyond = max(sentences - _ALL_OF_A_SHORT_TALK, 0)
    return min(MOST_BULLETS, _ALL_OF_A_SHORT_TALK + beyond // 2)


def _chosen(by_words: Sequence[float], likeness: Matrix, count: int) -> list[int]:
    """Greedy: the best sentence that says something the chosen ones do not say yet."""
    worth = np.asarray(by_words, dtype=np.float32) + _CENTRAL * _centrality(likeness)
    repeated = np.zeros(len(by_words), dtype=np.float32)
    chosen: list[int] = []
    while len(chosen) < min(count, len(by_words)):
        left = worth - _REPEATED * repeated
        left[chosen] = -np.inf
        best = int(np.argmax(left))
        if len(chosen) >= _ALL_OF_A_SHORT_TALK and left[best] < _SAYS_SOMETHING:
            break
        chosen.append(best)
        repeated = np.maximum(repeated, likeness[best])
    return sorted(chosen)


def _centrality(likeness: Matrix) -> Matrix:
    """How much company a sentence has: its mean likeness to the nearest few others."""
    nearest = min(_NEIGHBOURS, len(likeness) - 1)
    return np.sort(likeness, axis=1)[:, -1 - nearest : -1].mean(axis=1)


def _bullet(candidate: Candidate) -> str:
    """What the assistant said is marked only where "I" or "you" would point at the wrong one."""
    needs_mark = candidate.is_assistants and _OF_THE_PERSON.search(candidate.text)
    return _shortened(_ASSISTANT + candidate.text if needs_mark else candidate.text)


def _shortened(sentence: str) -> str:
    if len(sentence) <= LONGEST_BULLET:
        return sentence
    cut = sentence[:LONGEST_BULLET]
    return f"{cut.rpartition(' ')[0] or cut}…"
