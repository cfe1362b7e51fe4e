"""What the person told earlier in this conversation and what of it a question is about.

It is not in memory yet, so the search cannot have it; a private chat has nothing else.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from app.providers.on_device.intents import Change, Forget, Remember, Tell
from app.providers.on_device.sentence_ends import sentences_in
from app.providers.on_device.understanding import understand
from app.providers.on_device.word_match import covered, names, same_text, telling_words

_ENOUGH = 0.5
"""The share of a question's telling words that a sentence must have to be about it."""
_ENOUGH_TOGETHER = 0.3
"""The same for a whole message: its sentences share their subject, "I bought it" its "it"."""


def statements(said: Sequence[str], today: date) -> tuple[str, ...]:
    """The sentences that were told, newest first, each once; questions and commands are none."""
    told: list[str] = []
    for sentences in _still_told(said, today):
        for sentence in reversed(sentences):
            if not any(same_text(sentence, known) for known in told):
                told.append(sentence)
    return tuple(told)


def about(question: str, said: Sequence[str], today: date, most: int) -> tuple[str, ...]:
    """Sentences that share enough words with the question, or else messages; the nearest first."""
    words = telling_words(question)
    if near := _near(words, statements(said, today), _ENOUGH):
        return near[:most]
    told = (" ".join(sentences) for sentences in _still_told(said, today))
    return _near(words, tuple(dict.fromkeys(told)), _ENOUGH_TOGETHER)[:most]


def _near(words: tuple[str, ...], told: Sequence[str], enough: float) -> tuple[str, ...]:
    shares = [(covered(one, words), one) for one in told]
    near = [(share, one) for share, one in shares if share >= enough]
    # The sort is stable: of two that fit as well, the newer stays first.
    return tuple(one for _, one in sorted(near, key=lambda pair: -pair[0]))


def _still_told(said: Sequence[str], today: date) -> Iterator[list[str]]:
    """The sentences of each message, newest first, without what was changed or forgotten since."""
    wishes: list[Change | Forget] = []
    for message in reversed(said):
        intent = understand(message, today)
        if isinstance(intent, Change | Forget):
            wishes.append(intent)
        told = _told_in(message, today)
        yield [one for one in told if not any(_is_gone(one, wish) for wish in wishes)]


def _is_gone(sentence: str, wish: Change | Forget) -> bool:
    match wish:
        case Forget(topic):
            return names(sentence, telling_words(topic))
        case Change(readings):
            olds = (old for old, _ in readings)
            return any(names(sentence, telling_words(old)) for old in olds)


def _told_in(message: str, today: date) -> list[str]:
    match understand(message, today):
        case Remember(content):
            return [content] if content else []
        case Tell():
            return [part for part in sentences_in(message) if _is_told(part, today)]
        case _:
            return []


def _is_told(sentence: str, today: date) -> bool:
    return isinstance(understand(sentence, today), Tell) and len(telling_words(sentence)) > 1
