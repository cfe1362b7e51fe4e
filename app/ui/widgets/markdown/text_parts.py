"""Cuts what is too long for one label into parts that follow each other. Knows no Kivy.

A label costs more the longer it is, and one taller than a graphics texture turns black.
"""

from collections.abc import Iterator
from dataclasses import replace

from app.ui.widgets.markdown.block_values import Span, Spans

LINE_ENDS = ("\n", ". ", "! ", "? ", "。", "; ", ", ", " ")
"""Where a cut shows least, best first: it begins a new line."""


def span_parts(spans: Spans, most_characters: int) -> tuple[Spans, ...]:
    """Joined again, the parts are the spans, but for white space at the cuts."""
    text = "".join(span.text for span in spans)
    if len(text) <= most_characters:
        return (spans,)
    parts: list[Spans] = []
    done = 0
    for end in _cuts(text, most_characters):
        parts.append(_stretch(spans, done, end))
        done = end
    return tuple(parts)


def line_parts(
    text: str, most_lines: int, longest_line: int, most_characters: int
) -> tuple[str, ...]:
    """Whole lines together; only a line that is too long for any label is cut."""
    parts: list[list[str]] = [[]]
    size = 0
    for line in text.split("\n"):
        for start in range(0, max(len(line), 1), longest_line):
            piece = line[start : start + longest_line]
            if parts[-1] and (len(parts[-1]) >= most_lines or size + len(piece) > most_characters):
                parts.append([])
                size = 0
            parts[-1].append(piece)
            size += len(piece)
    return tuple("\n".join(part) for part in parts)


def _cuts(text: str, most: int) -> Iterator[int]:
    done = 0
    while len(text) - done > most:
        done = _best_cut(text, done, done + most)
        yield done
    yield len(text)


def _best_cut(text: str, begin: int, end: int) -> int:
    """Always the same for the same beginning, so a growing text keeps its cuts."""
    for sign in LINE_ENDS:
        found = text.rfind(sign, (begin + end) // 2, end)
        if found >= 0:
            return found + len(sign)
    return end


def _stretch(spans: Spans, begin: int, end: int) -> Spans:
    """A line break at the very end would draw an empty line."""
    found: list[Span] = []
    place = 0
    for span in spans:
        text = span.text[max(begin - place, 0) : max(end - place, 0)]
        place += len(span.text)
        if text:
            found.append(replace(span, text=text))
    if found:
        found[-1] = replace(found[-1], text=found[-1].text.rstrip(" \n"))
    return tuple(found)
