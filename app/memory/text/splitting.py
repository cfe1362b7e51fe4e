"""Splits a text that is too long: at lines, then sentences, then words, then characters.

Nothing is lost but the white space at the cuts.
"""

import re
from collections.abc import Callable, Iterator, Sequence

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
    begin = 0
    while begin < len(pieces):
        end = _end_of_longest(pieces, begin, fits)
        yield from _split("".join(pieces[begin:end]), fits, level + 1)
        begin = end


def _end_of_longest(pieces: Sequence[str], begin: int, fits: Callable[[str], bool]) -> int:
    """Behind the last piece that still goes with the first one. A few looks in ever wider steps,
    then narrower ones: a look at every single piece makes a line of megabytes a matter of minutes.
    """
    end, step = begin + 1, 1
    is_widening = True
    while step:
        if end + step <= len(pieces) and fits("".join(pieces[begin : end + step])):
            end += step
            step = step * 2 if is_widening else step // 2
        else:
            is_widening = False
            step //= 2
    return end


def _halves(text: str, fits: Callable[[str], bool]) -> Iterator[str]:
    middle = len(text) // 2
    for half in (text[:middle], text[middle:]):
        yield from _split(half, fits, len(_BOUNDARIES))
