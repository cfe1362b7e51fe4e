"""Which entries of a document repeat another one, and which one of them should stay.

Stricter than what keeps a new entry out: here something that is already kept would go. Must never
take "Uses C" for "Uses C++", "1.5 mg" for "1-5 mg", or the sister's job for the person's own.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.memory.entry_similarity import Likeness, SameMeaning, find_duplicate, words_of
from app.memory.long_term_document import Entry

MOST_FOR_MEANING = 2_000
"""Comparing every entry with every other takes too long in a file nobody could read anyway."""

_NUMBER = re.compile(r"[-−]?\d(?:[\d.,:/-]*\d)?")
_TELLING_SIGNS = frozenset("#%&@/\\")
_SIGN_KINDS = frozenset({"Sm", "Sc", "So"})


@dataclass(frozen=True, slots=True)
class Repeat:
    """The entry at `index` is needless beside the one at `of`, which stays."""

    index: int
    of: int
    likeness: Likeness


def find_repeats(
    entries: Sequence[Entry], same_meaning: SameMeaning | None = None
) -> tuple[Repeat, ...]:
    """At most one for each entry, never for a pinned one; what they point at is no repeat itself.

    The pinned one stays, then the one that says more, then the first.
    """
    found: dict[int, Repeat] = {}
    for repeat in _candidates(entries, same_meaning):
        kept = _last(found, repeat.of)
        if repeat.index not in found and kept != repeat.index:
            found[repeat.index] = repeat
    return tuple(
        Repeat(index, _last(found, repeat.of), repeat.likeness)
        for index, repeat in sorted(found.items())
    )


def says_the_same(one: str, other: str) -> bool:
    """The same words with the same numbers and signs; of several lines, the same lines."""
    if "\n" in one or "\n" in other:
        return one.split() == other.split()
    return details_of(one) == details_of(other) and words_of(one) == words_of(other) != ()


def details_of(text: str) -> tuple[list[str], list[str]]:
    """What splitting into words leaves out: whole numbers, and signs that turn one fact into
    another.
    """
    signs = [c for c in text if c in _TELLING_SIGNS or unicodedata.category(c) in _SIGN_KINDS]
    return _NUMBER.findall(text), signs


def _candidates(entries: Sequence[Entry], same_meaning: SameMeaning | None) -> Iterable[Repeat]:
    words = [words_of(entry.text) for entry in entries]
    holders: dict[str, list[int]] = defaultdict(list)
    for index, of_entry in enumerate(words):
        for word in set(of_entry):
            holders[word].append(index)
    for index, entry in enumerate(entries):
        if not entry.marks.is_pinned and words[index]:
            rarest = min((holders[word] for word in words[index]), key=len)
            yield from _by_words(entries, index, rarest)
    if same_meaning is not None and len(entries) <= MOST_FOR_MEANING:
        yield from _by_meaning(entries, same_meaning)


def _by_words(entries: Sequence[Entry], index: int, others: Iterable[int]) -> Iterable[Repeat]:
    text = entries[index].text
    for other in others:
        if other == index:
            continue
        if says_the_same(text, entries[other].text):
            if _rank(entries, other) < _rank(entries, index):
                yield Repeat(index, other, Likeness.SAME)
        elif _says_less(text, entries[other].text):
            yield Repeat(index, other, Likeness.NEAR)


def _by_meaning(entries: Sequence[Entry], same_meaning: SameMeaning) -> Iterable[Repeat]:
    by_rank = sorted(range(len(entries)), key=lambda index: _rank(entries, index))
    for place, index in enumerate(by_rank):
        text = entries[index].text
        if entries[index].marks.is_pinned or "\n" in text:
            continue
        earlier = [
            other
            for other in by_rank[:place]
            if details_of(entries[other].text) == details_of(text)
        ]
        found = same_meaning.find(text, [entries[other].text for other in earlier])
        if found is not None:
            yield Repeat(index, earlier[found], Likeness.MEANING)


def _says_less(text: str, other: str) -> bool:
    """True when the other says the same about the same one, and more."""
    if "\n" in text or "\n" in other or details_of(text) != details_of(other):
        return False
    # What stands in front may be another person: "Sister works as a nurse".
    if words_of(text)[:1] != words_of(other)[:1]:
        return False
    similar = find_duplicate(text, [other])
    return similar is not None and similar.likeness is Likeness.NEAR


def _rank(entries: Sequence[Entry], index: int) -> tuple[bool, int]:
    return not entries[index].marks.is_pinned, index


def _last(found: dict[int, Repeat], index: int) -> int:
    while index in found:
        index = found[index].of
    return index
