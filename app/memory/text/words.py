"""Splits text of every script into index words (S6.6), and says which words a query shows.

The same text must give the same words for ever on one WORDS_VERSION: the index is built with it.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from app.memory.text.scripts import EMOJI, FLAG_LETTERS, HAN, HANGUL, KANA, MARKS, UNSPACED
from app.memory.text.stems import is_stop_word, stem

WORDS_VERSION = 1
"""Raised whenever splitting changes, so that derived indexes are made again."""

_LETTER = rf"(?:[^\W_{HAN}{KANA}{HANGUL}{UNSPACED}]|[{MARKS}])"
_TOKEN = re.compile(
    rf"[{HAN}{KANA}]+"
    rf"|[{HANGUL}]+"
    rf"|[{UNSPACED}]+"
    rf"|[{FLAG_LETTERS}]{{2}}|[{EMOJI}]"
    rf"|{_LETTER}+(?:(?:['’._@-]|(?<=\d)[,:/](?=\d)){_LETTER}+)*"
)
_ASCII_TOKEN = re.compile(r"[A-Za-z0-9]+(?:(?:['._@-]|(?<=[0-9])[,:/](?=[0-9]))[A-Za-z0-9]+)*")
_PART = re.compile(r"[^'’._@,:/-]+")
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_HUMP = re.compile(r"[a-z][A-Z]")
_IS_HAN = re.compile(rf"[{HAN}]")
_FUNCTION_CHARACTERS = frozenset("的了是在和与與也就都而及着吗嗎呢吧么麼我你您他她它们們这這那")
_ORDINAL = re.compile(r"([0-9]+)(?:st|nd|rd|th)")
_VERSION = re.compile(r"v[0-9]+(?:\.[0-9a-z]+)*")
_STRIPPED_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]")
_UNDECOMPOSED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_CLITICS = frozenset({"s", "t", "d", "ll", "re", "ve", "m"})
_LONGEST_WORD = 64


def words_of(text: str) -> list[str]:
    """The index words of a text, in order, with repeats."""
    words: list[str] = []
    for token in _tokens(text):
        words.extend(_words_of_token(token))
    return words


def shown_words_of(text: str) -> list[tuple[str, str]]:
    """Index words, each with the piece of the text it came from."""
    return [(word, token) for token in _tokens(text) for word in _words_of_token(token)]


def fold(text: str) -> str:
    """Lower case, no accents, compatibility forms made plain: `Zürich` → `zurich`, `Ｇ` → `g`."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    bare = _STRIPPED_MARKS.sub("", decomposed).translate(_UNDECOMPOSED)
    return unicodedata.normalize("NFC", bare)


def _tokens(text: str) -> list[str]:
    if text.isascii():
        return _ASCII_TOKEN.findall(text)
    return _TOKEN.findall(unicodedata.normalize("NFKC", text))


@lru_cache(maxsize=32_768)
def _words_of_token(token: str) -> tuple[str, ...]:
    if not token.isascii():
        first = token[0]
        if re.match(rf"[{HAN}{KANA}]", first):
            return tuple(_ideographic(fold(token)))
        if re.match(rf"[{HANGUL}{UNSPACED}]", first):
            return tuple(_characters_and_whole(fold(token)))
        if re.match(rf"[{EMOJI}{FLAG_LETTERS}]", first):
            return (token,)
    # A lone mark folds to nothing.
    return tuple(word for word in dict.fromkeys(_spaced(token)) if word)


def _ideographic(run: str) -> Iterator[str]:
    """Chinese and Japanese: bigrams, and every single ideograph; kana alone say too little."""
    for position, character in enumerate(run):
        if len(run) == 1 or (character not in _FUNCTION_CHARACTERS and _IS_HAN.match(character)):
            yield character
        if position + 1 < len(run):
            yield run[position : position + 2]


def _characters_and_whole(run: str) -> Iterator[str]:
    """Korean and the scripts without spaces: characters, bigrams, and a short run as a word."""
    yield from run
    for position in range(len(run) - 1):
        yield run[position : position + 2]
    if 2 < len(run) <= _LONGEST_WORD:
        yield run


def _spaced(token: str) -> Iterator[str]:
    """Scripts with spaces: stemmed words, plus the whole of an identifier, number or address."""
    parts = _PART.findall(token)
    if len(parts) == 1:
        yield from _hump_words(parts[0])
        return
    if "'" in token or "’" in token:
        yield from _apostrophes(token)
        return
    whole = fold(token)
    if len(whole) <= _LONGEST_WORD:
        yield whole.replace(",", "").replace("-", "") if _is_joinable(whole) else whole
        if "," in token:
            return
    for part in parts:
        yield from _hump_words(part)


def _is_joinable(whole: str) -> bool:
    """`1,000` is `1000` and `e-mail` is `email`; a date keeps its dashes."""
    return "," in whole or ("-" in whole and not whole[0].isdigit())


def _apostrophes(token: str) -> Iterator[str]:
    head, _, tail = re.sub("’", "'", token).partition("'")
    folded_tail = fold(tail)
    if is_stop_word(fold(head) + "'" + folded_tail):
        return
    if folded_tail in _CLITICS:
        yield from _spaced(head)
    else:
        if len(head) > 1:
            yield from _spaced(head)
        yield from _spaced(tail)
        yield fold(head + tail)


def _hump_words(part: str) -> Iterator[str]:
    yield from _plain_word(part)
    if _HUMP.search(part):
        for hump in _HUMPS.split(part):
            yield from _plain_word(hump)


def _plain_word(part: str) -> Iterator[str]:
    folded = fold(part)
    if is_stop_word(folded):
        return
    ordinal = _ORDINAL.fullmatch(folded)
    if ordinal:
        folded = ordinal[1]
    if folded.isdecimal():
        yield folded.lstrip("0") or "0"
    elif _VERSION.fullmatch(folded):
        yield folded
        yield folded[1:]
    elif len(folded) <= _LONGEST_WORD:
        yield stem(folded)
    else:
        for start in range(0, len(folded), _LONGEST_WORD):
            yield folded[start : start + _LONGEST_WORD]
