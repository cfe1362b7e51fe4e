"""Which entries of a document repeat another one, and which one of them should stay.

Stricter than what keeps a new entry out: here something that is already kept would go. Must never
take "Uses C" for "Uses C++", "1.5 mg" for "1-5 mg", or the sister's job for the person's own.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
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
    key = _key(one)
    return key is not None and key == _key(other)


def details_of(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What splitting into words leaves out: whole numbers, and signs that turn one fact into
    another.
    """
    signs = (c for c in text if c in _TELLING_SIGNS or unicodedata.category(c) in _SIGN_KINDS)
    return tuple(_NUMBER.findall(text)), tuple(signs)


def _key(text: str) -> Hashable | None:
    """Equal for texts that say the same; None for one that says nothing."""
    if "\n" in text:
        return "lines", *text.split()
    words = words_of(text)
    return (words, *details_of(text)) if words else None


def _candidates(entries: Sequence[Entry], same_meaning: SameMeaning | None) -> Iterable[Repeat]:
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for index in sorted(range(len(entries)), key=lambda index: _rank(entries, index)):
        if (key := _key(entries[index].text)) is not None:
            groups[key].append(index)
    for first, *others in groups.values():
        for index in others:
            if not entries[index].marks.is_pinned:
                yield Repeat(index, first, Likeness.SAME)
    different = [group[0] for group in groups.values() if "\n" not in entries[group[0]].text]
    yield from _by_words(entries, different)
    if same_meaning is not None and len(different) <= MOST_FOR_MEANING:
        yield from _by_meaning(entries, different, same_meaning)


def _by_words(entries: Sequence[Entry], indexes: Sequence[int]) -> Iterable[Repeat]:
    """Whatever says the same and more holds every word, so the rarest one leads to it."""
    words = {index: words_of(entries[index].text) for index in indexes}
    sets = {index: frozenset(held) for index, held in words.items()}
    holders: dict[str, list[int]] = defaultdict(list)
    for index, held in sets.items():
        for word in held:
            holders[word].append(index)
    for index in indexes:
        if entries[index].marks.is_pinned:
            continue
        for other in min((holders[word] for word in sets[index]), key=len):
            # What stands in front may be another person: "Sister works as a nurse".
            is_about_the_same = sets[index] < sets[other] and words[index][0] == words[other][0]
            if is_about_the_same and _says_less(entries[index].text, entries[other].text):
                yield Repeat(index, other, Likeness.NEAR)


def _by_meaning(
    entries: Sequence[Entry], indexes: Sequence[int], same_meaning: SameMeaning
) -> Iterable[Repeat]:
    """`indexes` by rank: of two that mean the same the earlier one stays."""
    by_details: dict[Hashable, list[int]] = defaultdict(list)
    for index in indexes:
        text = entries[index].text
        earlier = by_details[details_of(text)]
        if earlier and not entries[index].marks.is_pinned:
            found = same_meaning.find(text, [entries[other].text for other in earlier])
            if found is not None:
                yield Repeat(index, earlier[found], Likeness.MEANING)
        earlier.append(index)


def _says_less(text: str, other: str) -> bool:
    """True when the other says the same, and more."""
    if details_of(text) != details_of(other):
        return False
    similar = find_duplicate(text, [other])
    return similar is not None and similar.likeness is Likeness.NEAR


def _rank(entries: Sequence[Entry], index: int) -> tuple[bool, int]:
    return not entries[index].marks.is_pinned, index


def _last(found: dict[int, Repeat], index: int) -> int:
    while index in found:
        index = found[index].of
    return index
