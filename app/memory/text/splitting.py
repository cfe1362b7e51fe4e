"""Splits a text that is too long: at lines, then sentences, then words, then characters.

Nothing is lost but the white space at the cuts.
"""

import re
from collections.abc import Callable, Iterator

_BOUNDARIES = (
    re.compile(r"(?<=\n)"),
    re.compile(r"(?<=[.!?;…])(?=\s)|(?<=[。！？；])"),
    re.compile(r"(?<=\s)(?=\S)"),
)


def split_to_fit(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Parts that fit, each as long as its boundaries allow. A single character always goes."""
    return [part for part in _split(text, fits, 0) if part.strip()]


def _split(text: str, fits: Callable[[str], bool], level: int) -> Iterator[str]:
    if len(text) <= 1 or fits(text):
        yield text
        return
    if level == len(_BOUNDARIES):
        yield from _halves(text, fits)
        return
    pieces = [piece for piece in _BOUNDARIES[level].split(text) if piece]
    held = ""
    for piece in pieces:
        if held and fits(held + piece):
            held += piece
            continue
        if held:
            yield from _split(held, fits, level + 1)
        held = piece
    yield from _split(held, fits, level + 1)


def _halves(text: str, fits: Callable[[str], bool]) -> Iterator[str]:
    middle = len(text) // 2
    for half in (text[:middle], text[middle:]):
        yield from _split(half, fits, len(_BOUNDARIES))
