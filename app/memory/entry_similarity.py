"""Does an entry already say this? Judged by its words, in any script.

A near-duplicate may be dropped, so it is one only when dropping it loses nothing: same words in
the same order but for filler. Must never take "tea over coffee" for "coffee over tea", nor the
3rd of May for the 4th, nor "likes" for "does not like".
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

NEAR_ENOUGH = 0.75

_ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]+")
# Scripts written without spaces count by character; everything else by word.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff"
)
# Signs that belong to a name are kept with it: C++ is not C#.
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+[+#]*")
# Words that say nothing about whom or when: "her" and "was" are not among them.
_FILLER = re.compile(r"(?:a|also|am|an|and|are|be|i|is|me|my|really|s|that|the|user|very)\Z")
# Words that turn a sentence round, in the languages we know best; numbers decide everywhere.
_DECIDING = re.compile(
    r"(?:.*\d.*|after|before|cannot|except|former|formerly|from|if|neither|never|no|none|nor|not"
    r"|off|only|quit|stopped|t|unles|until|used|was|were|without|kein|keine|nicht|nie|ohne"
    r"|jamais|pas|sans|nunca|sin|не|нет|без|不|没|無|无|未|别|別)\Z"
)


class Likeness(StrEnum):
    SAME = "same"
    NEAR = "near"
    MEANING = "meaning"


@dataclass(frozen=True, slots=True)
class SimilarText:
    """`index` is the place of the text in what was compared."""

    index: int
    likeness: Likeness
    score: float


_FEW_ENOUGH = 20


class SameMeaning(Protocol):
    """Finds what words cannot: an entry that says the same in other words."""

    def find(self, content: str, texts: Sequence[str]) -> int | None:
        """The index of the text that makes `content` needless, if any. Called without a lock."""
        ...


def lines_worth_comparing(content: str, text: str) -> list[int]:
    """The lines (from 0) at which a duplicate may stand: those with a rare one of its words.

    A duplicate holds every word of the content. One pass over the whole text: to take ten thousand
    entries apart one by one is what would cost.
    """
    folded = _folded(text)
    rarest, fewest = "", 0
    # Long words are rare: mostly the first one leaves so little that no other need be counted.
    for word in sorted(set(words_of(content)), key=len, reverse=True):
        times = folded.count(word)
        if not rarest or times < fewest:
            rarest, fewest = word, times
        if fewest <= _FEW_ENOUGH:
            break
    return _lines_holding(rarest, folded) if fewest else []


def _lines_holding(word: str, text: str) -> list[int]:
    lines: list[int] = []
    at, line, found = 0, 0, text.find(word)
    while found >= 0:
        line += text.count("\n", at, found)
        at = found
        if lines[-1:] != [line]:
            lines.append(line)
        found = text.find(word, found + len(word))
    return lines


def find_duplicate(content: str, texts: Sequence[str]) -> SimilarText | None:
    """The best text that already says `content`; None when saving it adds something."""
    wanted = words_of(content)
    best: SimilarText | None = None
    for index, text in enumerate(texts):
        found = _compare(index, wanted, words_of(text))
        if found and (best is None or found.score > best.score):
            best = found
    return best


def closest_texts(content: str, texts: Sequence[str], limit: int) -> tuple[int, ...]:
    """The indexes of the texts that share most words with `content`, best first."""
    wanted = set(words_of(content))
    scored = [(_overlap(wanted, set(words_of(text))), index) for index, text in enumerate(texts)]
    best = sorted((score, -index) for score, index in scored if score > 0)[::-1]
    return tuple(-index for _, index in best[:limit])


def words_of(text: str) -> tuple[str, ...]:
    """Case, accents, punctuation and a plural s folded away, in order; filler left out."""
    words = tuple(_singular(word) for word in _WORD.findall(_folded(text)))
    telling = tuple(word for word in words if not _FILLER.match(word))
    return telling or words


def is_deciding(word: str) -> bool:
    """True for a folded word that turns a sentence round, and for everything with a digit."""
    return _DECIDING.match(word) is not None


def _compare(index: int, wanted: tuple[str, ...], other: tuple[str, ...]) -> SimilarText | None:
    if wanted and wanted == other:
        return SimilarText(index, Likeness.SAME, 1.0)
    score = _overlap(set(wanted), set(other))
    if score >= NEAR_ENOUGH and _adds_nothing(wanted, other):
        return SimilarText(index, Likeness.NEAR, score)
    return None


def _adds_nothing(wanted: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """True when `wanted` is `other` with words left out, none of which turns or counts.

    The first word says whom it is about: a sister who works there is somebody else.
    """
    if wanted[:1] != other[:1]:
        return False
    left_out = set(other) - set(wanted)
    rest = iter(other)
    return all(word in rest for word in wanted) and not any(map(_DECIDING.match, left_out))


def _overlap(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    return unicodedata.normalize("NFKC", bare).casefold()


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] not in "su" else word
