"""Compares a few words with a memory: case, accents and endings folded, any script.

Only for telling which of a handful of hits a person meant; the search itself is done elsewhere.
"""

import re
import unicodedata

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_ACCENTS = re.compile("[\u0300-\u036f]")
_SHARED_START = 5
_MORE_THAN_CHANCE = 2
_SHORTEST_STEM, _LONGEST_ENDING = 4, 3
"""`name` and `named`, `work` and `working`."""


def words_of(text: str) -> tuple[str, ...]:
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    return tuple(_WORD.findall(unicodedata.normalize("NFC", bare)))


_FILLER = frozenset(
    words_of("""
    a an the my your our his her their me i we you us it its is are was were be been am and or of
    to in on at for with about that this what do does did has have had from by as fact memory
    m s t d re ve ll don everything anything all old where when who whom whose which why how please
    whats whos wheres whens hows
    der die das den dem ein eine einen mein meine meinen dein ich mich mir wir ist sind und von zu
    über dass alles wo wann wer wen wem was welche welcher wie warum
    el la los las un una mi mis tu de del que y en es son sobre todo dónde donde cuándo cuando quién
    quien cuál cual cómo como
    le les une mon ma mes ton des du et est sont sur tout je j où quand qui quel quelle comment
    我 的 是 了 在 关 于 谁 哪 什 么 吗
    """)
)


def telling_words(text: str) -> tuple[str, ...]:
    """The words that say what it is about; all of them when none stands out."""
    words = words_of(text)
    return tuple(word for word in words if word not in _FILLER) or words


def covers(text: str, words: tuple[str, ...]) -> bool:
    """True when the text has every one of the words, whatever their endings."""
    return covered(text, words) == 1


def covered(text: str, words: tuple[str, ...]) -> float:
    """The share of the words that the text has, whatever their endings."""
    if not words:
        return 0
    return _shared(text, words) / len(words)


def is_about(text: str, words: tuple[str, ...]) -> bool:
    """One word in common may be chance; two, or half of them, are not."""
    shared = _shared(text, words)
    return shared >= _MORE_THAN_CHANCE or 2 * shared >= len(words) > 0


def _shared(text: str, words: tuple[str, ...]) -> int:
    present = words_of(text)
    return sum(any(_alike(word, other) for other in present) for word in words)


def same_text(one: str, other: str) -> bool:
    return words_of(one) == words_of(other)


def _alike(word: str, other: str) -> bool:
    if word == other or word.removesuffix("s") == other.removesuffix("s"):
        return True
    if word.isdecimal() or other.isdecimal():
        return False
    short, long = sorted((word, other), key=len)
    has_ending = long.startswith(short) and len(long) - len(short) <= _LONGEST_ENDING
    if len(short) < _SHARED_START:
        return len(short) >= _SHORTEST_STEM and has_ending
    return short[:_SHARED_START] == long[:_SHARED_START]
