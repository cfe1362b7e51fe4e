"""Breaks lines where Kivy cannot: between Chinese and Japanese characters, and before a line of
Hebrew or Arabic is put into the order of seeing. Knows no Kivy: widths are asked for.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from app.ui.theme.right_to_left import (
    Cluster,
    clusters_of,
    has_right_to_left,
    in_order_of_seeing,
    shaped,
)

S = TypeVar("S")
Piece = tuple[str, S]
Measure = Callable[[str, S], float]

WITHOUT_SPACES = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
NEVER_FIRST = frozenset(
    "，。、！？：；）」』】》〉〕”’…ー～・ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々,.!?:;)]}%"
)
NEVER_LAST = frozenset("（「『【《〈〔“‘([{")


def needs_layout(text: str) -> bool:
    return not text.isascii() and (
        WITHOUT_SPACES.search(text) is not None or has_right_to_left(text)
    )


def laid_out(pieces: Sequence[Piece[S]], measure: Measure[S], width: float) -> list[Piece[S]]:
    """The pieces with line breaks in them, each line as it is seen."""
    is_mixed = has_right_to_left("".join(text for text, _ in pieces))
    clusters = clusters_of(pieces)
    lines = list(_lines(shaped(clusters) if is_mixed else clusters, measure, width))
    result: list[Cluster[S]] = []
    for number, line in enumerate(lines):
        if number:
            near = line or result or clusters
            result.append(("\n", near[0][1] if near is line else near[-1][1]))
        result.extend(in_order_of_seeing(line) if is_mixed else line)
    return _joined(result)


def _lines(
    clusters: Sequence[Cluster[S]], measure: Measure[S], width: float
) -> Iterator[list[Cluster[S]]]:
    line: list[Cluster[S]] = []
    used = 0.0
    for atom in _atoms(clusters):
        if atom[0][0] == "\n":
            yield line
            line, used = [], 0.0
            continue
        size = sum(measure(text, style) for text, style in _joined(_without_last_spaces(atom)))
        if line and used + size > width:
            yield _without_last_spaces(line)
            line, used = [], 0.0
        line = [*line, *atom]
        used += sum(measure(text, style) for text, style in _joined(atom))
    yield line


def _atoms(clusters: Sequence[Cluster[S]]) -> Iterator[list[Cluster[S]]]:
    """What is never broken: a word with the spaces after it, or one Chinese character."""
    atom: list[Cluster[S]] = []
    for cluster in clusters:
        if atom and _may_break(atom[-1][0], cluster[0]):
            yield atom
            atom = []
        atom.append(cluster)
    if atom:
        yield atom


def _may_break(before: str, after: str) -> bool:
    if "\n" in (before, after):
        return True
    if after == " " or after in NEVER_FIRST or before in NEVER_LAST:
        return False
    is_wide = WITHOUT_SPACES.match(before) or WITHOUT_SPACES.match(after)
    return before == " " or is_wide is not None


def _without_last_spaces(line: list[Cluster[S]]) -> list[Cluster[S]]:
    end = len(line)
    while end and line[end - 1][0] == " ":
        end -= 1
    return line[:end]


def _joined(clusters: Sequence[Cluster[S]]) -> list[Piece[S]]:
    pieces: list[tuple[list[str], S]] = []
    for text, style in clusters:
        if pieces and pieces[-1][1] == style:
            pieces[-1][0].append(text)
        else:
            pieces.append(([text], style))
    return [("".join(texts), style) for texts, style in pieces]
