"""Compares a few words with a memory: case, accents and endings folded, any script.

Only for telling which of a handful of hits a person meant; the search itself is done elsewhere.
"""

import re
import unicodedata

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_UNSPACED_RUN = re.compile(rf"[{_UNSPACED}]+")
_ACCENTS = re.compile("[\u0300-\u036f]")
_SHARED_START = 5
_MORE_THAN_CHANCE = 2
_SHORTEST_STEM, _LONGEST_ENDING = 4, 3
"""`name` and `named`, `work` and `working`."""
_AMERICAN = re.compile(r"(?<=[a-z]{2})our(?=s|ed|ing|ite|ites|\Z)")
"""`colour` and `color`, `favourite` and `favorite`; `hour` and `four` stay."""


def words_of(text: str) -> tuple[str, ...]:
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    words = _WORD.findall(unicodedata.normalize("NFC", bare))
    return tuple(_AMERICAN.sub("or", word) for word in words)


_FILLER = frozenset(
    words_of("""
    a an the my your our his her their me i we you us it its is are was were be been am and or of
    to in on at for with about that this what do does did has have had from by as fact memory
    m s t d re ve ll don everything anything all old where when who whom whose which why how please
    whats whos wheres whens hows can could should would will shall may might must much many some
    any there here up out off down then now not no so if but also just really he she they him them
    get got u im ive
    der die das den dem ein eine einen mein meine meinen dein ich mich mir wir ist sind und von zu
    über dass alles wo wann wer wen wem was welche welcher wie warum war waren hat haben habe hast
    bin bist er sie es man sich auf an am im in bei mit für zu zum zur vom aus nach nicht kein keine
    auch nur noch schon doch jetzt unser unsere unseren dein deine deinen kann soll muss wird
    el la los las un una mi mis tu de del que y en es son sobre todo dónde donde cuándo cuando quién
    quien cuál cual cómo como a al con no para por se lo su sus nos nuestro nuestra fue era ha he
    han hemos hay ser está están estoy muy más ya me te le
    le les une mon ma mes ton des du et est sont sur tout je j où quand qui quel quelle comment
    au aux dans en pour par pas ne ai as avons ont il elle nous vous c d l n s qu
    我 的 是 了 在 关 于 谁 哪 什 么 吗 们 你 他 她 它 这 那 和 也 都 有 叫 对 里 个 一 名
    """)
)


def telling_words(text: str) -> tuple[str, ...]:
    """The words that say what it is about; all of them when none stands out.

    Without spaces two signs side by side are a word: one alone is in half of all sentences.
    """
    words = words_of(text)
    spaced = (word for word in words if not _UNSPACED_RUN.fullmatch(word))
    telling = (word for word in spaced if word not in _FILLER)
    return (*telling, *_pairs(text, leave_out=_FILLER)) or words


def names(text: str, words: tuple[str, ...]) -> bool:
    """True when the text has every one of the words themselves, in one of their forms.

    Closer than `covered`, for whoever acts on it: to ask about a Klavier may find the
    Klavierunterricht, to forget the Kinderarzt must not forget the Kinder.
    """
    present = _present(text)
    return bool(words) and all(any(_is_form(word, one) for one in present) for word in words)


def covers(text: str, words: tuple[str, ...]) -> bool:
    """True when the text has every one of the words, whatever their endings."""
    return covered(text, words) == 1


def covered(text: str, words: tuple[str, ...]) -> float:
    """The share of the words that the text has, whatever their endings."""
    if not words:
        return 0
    return len(_shared_words(text, words)) / len(words)


def is_about(text: str, words: tuple[str, ...]) -> bool:
    """One word in common may be chance; two, or half of them, are not."""
    shared = _shared_words(text, words)
    if all(word.isdecimal() for word in shared):
        return len(shared) == len(words) > 0  # a number says nothing about what it counts
    return len(shared) >= _MORE_THAN_CHANCE or 2 * len(shared) >= len(words) > 0


def _shared_words(text: str, words: tuple[str, ...]) -> list[str]:
    present = _present(text)
    return [word for word in words if any(_alike(word, other) for other in present)]


def _present(text: str) -> set[str]:
    return {*words_of(text), *_pairs(text)}


def _pairs(text: str, leave_out: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Neighbours in scripts without spaces; a sign that has none stands for itself."""
    left = "".join(" " if sign in leave_out else sign for sign in text)
    found: dict[str, None] = {}
    for run in _UNSPACED_RUN.findall(left):
        pairs = [run[at : at + 2] for at in range(len(run) - 1)]
        found |= dict.fromkeys(pairs or [run])
    return tuple(found)


def same_text(one: str, other: str) -> bool:
    return words_of(one) == words_of(other)


def _alike(word: str, other: str) -> bool:
    if _is_form(word, other):
        return True
    if word.isdecimal() or other.isdecimal() or min(len(word), len(other)) < _SHARED_START:
        return False
    return word[:_SHARED_START] == other[:_SHARED_START]


def _is_form(word: str, other: str) -> bool:
    """The same word with other endings: both share all but a few letters."""
    if word == other or word.removesuffix("s") == other.removesuffix("s"):
        return True
    if word.isdecimal() or other.isdecimal():
        return False
    shared = _shared_start(word, other)
    ends = len(word) - shared, len(other) - shared
    return shared >= _SHORTEST_STEM and max(ends) <= _LONGEST_ENDING and _may_end(*ends, shared)


def _may_end(one: int, other: int, shared: int) -> bool:
    """`smoke` and `smoking` share four letters, `worker` and `workshop` too."""
    return min(one, other) <= 1 or shared > _SHORTEST_STEM


def _shared_start(word: str, other: str) -> int:
    pairs = zip(word, other, strict=False)
    return next(
        (at for at, (one, two) in enumerate(pairs) if one != two), min(len(word), len(other))
    )
