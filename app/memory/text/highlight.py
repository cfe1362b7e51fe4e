"""Which words of a text were looked for, so that a page can mark them. Changes no character."""

import re
from collections.abc import Collection, Iterator

from app.memory.text.word_diff import Piece
from app.memory.text.words import fold, words_of

_PIECE = re.compile(r"\w+(?:['’]\w+)*|\W+")


def highlighted(text: str, wanted: Collection[str]) -> tuple[Piece, ...]:
    """The text in pieces; `is_changed` marks those whose index words were wanted."""
    wanted = frozenset(wanted)
    joined: list[Piece] = []
    for piece in _pieces(text, wanted):
        if joined and joined[-1].is_changed == piece.is_changed:
            joined[-1] = Piece(joined[-1].text + piece.text, piece.is_changed)
        else:
            joined.append(piece)
    return tuple(joined)


def _pieces(text: str, wanted: frozenset[str]) -> Iterator[Piece]:
    for found in _PIECE.finditer(text):
        piece = found[0]
        hits = wanted.intersection(words_of(piece))
        inside = [word for word in hits if len(word) < len(piece) and _stands_in(word, piece)]
        if hits and inside and not piece.isascii():
            # Scripts without spaces: a whole sentence is one piece.
            yield from _inside(piece, inside)
        else:
            yield Piece(piece, bool(hits))


def _stands_in(word: str, piece: str) -> bool:
    return len(fold(piece)) == len(piece) and word in fold(piece)


def _inside(piece: str, words: list[str]) -> Iterator[Piece]:
    folded = fold(piece)
    is_hit = [False] * len(piece)
    for word in words:
        for found in re.finditer(re.escape(word), folded):
            is_hit[found.start() : found.end()] = [True] * len(word)
    for character, hit in zip(piece, is_hit, strict=True):
        yield Piece(character, hit)
