"""Sorts a conversation into sentences worth a second look, questions, and what must be left out.

Looks at every message once, in bounded time. The person's own words come as they were said; of
the assistant only conclusions a real model wrote, never what it quoted from memory.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.contracts.conversation import Message, MessageKind
from app.contracts.models_catalog import ON_DEVICE_MODEL
from app.memory.summarise.fact_doubts import tells_secret
from app.memory.summarise.handed_over import is_anothers, without_courtesies
from app.memory.summarise.sentence_kinds import (
    SentenceKind,
    forgotten_topic,
    is_offer,
    kind_of,
)
from app.memory.summarise.sentences import sentences_of
from app.memory.summarise.short_lists import with_lists_joined
from app.memory.summarise.telling_words import CONCLUSION, DECISION, FIRST_PERSON
from app.memory.text.words import words_of

MOST_SENTENCES = 20_000
"""A longer conversation is read from both ends; the middle of a pasted book is skipped."""

_LONGEST_JUDGED = 2_000
_QUOTED_SHARE = 0.7


@dataclass(frozen=True, slots=True)
class Candidate:
    """`position` is its place in the conversation; `words` are folded and stemmed."""

    position: int
    text: str
    words: frozenset[str]
    is_assistants: bool = False


@dataclass(frozen=True, slots=True)
class SortedTalk:
    told: tuple[Candidate, ...]
    asked: tuple[Candidate, ...]


def sort_talk(messages: Sequence[Message]) -> SortedTalk:
    told: list[Candidate] = []
    asked: list[Candidate] = []
    forgotten: list[frozenset[str]] = []
    for position, (message, sentence) in enumerate(_bounded(list(_spoken(messages)))):
        if tells_secret(sentence):
            continue
        kind = kind_of(sentence[:_LONGEST_JUDGED])
        is_assistants = message.kind is MessageKind.ASSISTANT
        if kind is SentenceKind.FORGET and not is_assistants:
            forgotten.append(frozenset(words_of(forgotten_topic(sentence[:_LONGEST_JUDGED]))))
        elif kind is SentenceKind.STATEMENT:
            candidate = _candidate(position, sentence, is_assistants=is_assistants)
            if not is_assistants or _is_conclusion(candidate, message):
                told.append(candidate)
        elif kind in {SentenceKind.QUESTION, SentenceKind.REQUEST} and not is_assistants:
            asked.append(_candidate(position, sentence, is_assistants=False))
    return SortedTalk(_kept(told, forgotten), _kept(asked, forgotten))


def _spoken(messages: Sequence[Message]) -> Iterator[tuple[Message, str]]:
    for message in messages:
        is_models = (
            message.kind is MessageKind.ASSISTANT and message.model != ON_DEVICE_MODEL.model_id
        )
        if message.kind is MessageKind.USER:
            for sentence in _own_sentences(message.text):
                yield message, sentence
        elif is_models:
            for sentence in sentences_of(message.text):
                yield message, sentence


def _own_sentences(text: str) -> Iterator[str]:
    """Of what was handed over, an e-mail perhaps, nothing its writer says of themselves."""
    is_others = is_anothers(text)
    spoken = with_lists_joined(without_courtesies(text))
    for number, sentence in enumerate(sentences_of(spoken)):
        is_announcement = number == 0 and sentence.endswith((":", "："))
        if is_announcement or not is_others or not FIRST_PERSON.search(sentence):
            yield sentence


def _bounded(spoken: list[tuple[Message, str]]) -> list[tuple[Message, str]]:
    if len(spoken) <= MOST_SENTENCES:
        return spoken
    half = MOST_SENTENCES // 2
    return spoken[:half] + spoken[-half:]


def _candidate(position: int, sentence: str, *, is_assistants: bool) -> Candidate:
    words = frozenset(words_of(sentence[:_LONGEST_JUDGED]))
    return Candidate(position, sentence, words, is_assistants)


def _is_conclusion(candidate: Candidate, message: Message) -> bool:
    text = candidate.text[:_LONGEST_JUDGED]
    if is_offer(text) or not (CONCLUSION.search(text) or DECISION.search(text)):
        return False
    return not _is_quote(candidate, message)


def _is_quote(candidate: Candidate, message: Message) -> bool:
    """True for what the answer took from a memory that was put into its prompt."""
    if not candidate.words:
        return False
    return any(
        len(candidate.words & set(words_of(memory.text[:_LONGEST_JUDGED])))
        >= _QUOTED_SHARE * len(candidate.words)
        for memory in message.injected
    )


def _kept(candidates: list[Candidate], forgotten: list[frozenset[str]]) -> tuple[Candidate, ...]:
    """Each thing once, and nothing of what the person asked to forget."""
    once: dict[str, Candidate] = {}
    for candidate in candidates:
        if not any(topic and topic <= candidate.words for topic in forgotten):
            once.setdefault(_same_said(candidate), candidate)
    return tuple(once.values())


def _same_said(candidate: Candidate) -> str:
    return " ".join(re.findall(r"\w+", candidate.text.casefold())) or candidate.text
