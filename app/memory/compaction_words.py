"""Compares entries by what their words claim: which are covered, invented, turned round or lost."""

import re
from collections.abc import Iterable, Sequence

from app.memory.entry_duplicates import details_of
from app.memory.entry_meaning import meant_words
from app.memory.entry_similarity import is_deciding, words_of
from app.memory.text.stems import is_stop_word

_INSIDE_A_SENTENCE = re.compile(r"(?<=[^.!?:\s]\s)[\"'“„«(]?(\w+)")
# Words that join or frame, and claim nothing of their own.
_JOINING = frozenset(
    meant_words(
        "and or with in on at to of for by as who which that both while also has it its "
        "und oder mit auch sowie der die das im y o con también el la los et ou avec aussi le les "
        "和 并 也 的 与 及 而 且 在"
    )
)
# What nearly every entry says: sharing one of these is no sign of a common subject.
_LIGHT = frozenset(meant_words("like have called live work use want need make get take person"))


def coverage(text: str, by: str) -> float:
    """How much of what `text` says is said by the other, from 0 to 1."""
    said = set(meant_words(text))
    return len(said & set(meant_words(by))) / len(said) if said else 0.0


def shared_subject(one: str, other: str) -> float:
    """How much of what the first is about the other is about as well, from 0 to 1."""
    about = {word for word in meant_words(one) if word not in _LIGHT and not is_deciding(word)}
    return len(about & set(meant_words(other))) / len(about) if about else 0.0


def invents(text: str, sources: Sequence[str]) -> bool:
    """True when the text has a word, number or sign that none of its sources has."""
    known = {word for source in sources for word in meant_words(source)}
    numbers, signs = _details(sources)
    text_numbers, text_signs = details_of(text)
    if not set(text_numbers) <= numbers or not set(text_signs) <= signs:
        return True
    return any(word not in known for word in meant_words(text) if word not in _JOINING)


def loses(source: str, text: str, *, least: float) -> bool:
    """True when joining into `text` would lose a number, a name, a "not", the order of the words,
    or more than a little of the source.
    """
    numbers, signs = details_of(source)
    text_numbers, text_signs = details_of(text)
    if not set(numbers) <= set(text_numbers) or not set(signs) <= set(text_signs):
        return True
    words = set(words_of(text))
    kept_always = {word for word in words_of(source) if is_deciding(word)} | _names(source)
    return (
        not kept_always <= words
        or coverage(source, text) < least
        or not _keeps_order(meant_words(source), meant_words(text))
    )


def _keeps_order(source: Sequence[str], text: Sequence[str]) -> bool:
    """The words they share come in the same order: "Anna 5, Ben 7" is not "Anna 7, Ben 5"."""
    rest = iter(text)
    shared = set(text)
    return all(word in rest for word in source if word in shared)


def _names(text: str) -> set[str]:
    """Words with a capital inside a sentence, and those with one inside the word."""
    inside = [word for word in _INSIDE_A_SENTENCE.findall(text) if word[0].isupper()]
    written_in_capitals = [
        word for word in re.findall(r"\w{2,}", text) if word[1:].lower() != word[1:]
    ]
    names = {word for name in [*inside, *written_in_capitals] for word in words_of(name)}
    return {word for word in names if not is_stop_word(word)}


def _details(texts: Iterable[str]) -> tuple[set[str], set[str]]:
    numbers: set[str] = set()
    signs: set[str] = set()
    for text in texts:
        found = details_of(text)
        numbers |= set(found[0])
        signs |= set(found[1])
    return numbers, signs
