"""Puts memories that tell something before those that only asked.

A question finds every question like it, and none of them answers it: without this the prompt of
somebody who asks a lot is filled with what they asked. A few stay, since a question may give away
what it takes for granted; greetings, nods and commands tell nothing at all. A password once told in
a chat goes into no prompt that nobody asked for: it may be another model's by now.
"""

import re
from collections.abc import Sequence

from app.contracts.search import MemoryHit, MemorySource
from app.memory.summarise.fact_doubts import tells_secret
from app.memory.summarise.sentence_kinds import SentenceKind, kind_of
from app.memory.summarise.sentences import sentences_of

MOST_QUESTIONS = 5
_LONGEST_JUDGED = 400
"""Characters: what is longer tells something, too."""

_ASKED = re.compile(r"(?:[-*+] )?Asked: ")
_ASKS = frozenset({SentenceKind.QUESTION, SentenceKind.REQUEST})


def told_first(hits: Sequence[MemoryHit]) -> list[MemoryHit]:
    """Otherwise in their order."""
    told: list[MemoryHit] = []
    asked: list[MemoryHit] = []
    for hit in hits:
        kinds = _kinds(hit)
        if SentenceKind.STATEMENT in kinds:
            told.append(hit)
        elif kinds & _ASKS:
            asked.append(hit)
    return [*told, *asked[:MOST_QUESTIONS]]


def _kinds(hit: MemoryHit) -> set[SentenceKind]:
    if hit.source is MemorySource.LONG_TERM:
        return {SentenceKind.STATEMENT}
    if tells_secret(hit.text):
        return set()
    if len(hit.text) > _LONGEST_JUDGED:
        return {SentenceKind.STATEMENT}
    if hit.source is MemorySource.DAILY_LOG:
        return {SentenceKind.QUESTION if _ASKED.match(hit.text) else SentenceKind.STATEMENT}
    kinds: set[SentenceKind] = set()
    for sentence in sentences_of(hit.text):
        kinds.add(kind_of(sentence))
        if SentenceKind.STATEMENT in kinds:
            break
    # Code, a table or a quoted page have no sentences, and may be just what is wanted.
    return kinds or {SentenceKind.STATEMENT}
