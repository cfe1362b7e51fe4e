"""Splits a long conversation into windows that each fit a model (S2.4).

Nothing is dropped and nothing changes its order. A message is cut only when it alone is too long.
"""

from collections.abc import Callable, Iterator, Sequence

from app.memory.summarise.transcript import TranscriptLine

TokenEstimate = Callable[[str], int]
"""How many tokens a text takes, rather too many than too few."""

Window = tuple[TranscriptLine, ...]
_SHORTEST_CUT = 16
"""Characters. Where not even these fit, cutting is no help."""


def split_into_windows(
    lines: Sequence[TranscriptLine], token_budget: int, estimate: TokenEstimate
) -> tuple[Window, ...]:
    windows: list[Window] = []
    window: list[TranscriptLine] = []
    used = 0
    for line in _fitting(lines, token_budget, estimate):
        cost = estimate(line.rendered()) + 1
        if window and used + cost > token_budget:
            windows.append(tuple(window))
            window, used = [], 0
        window.append(line)
        used += cost
    if window:
        windows.append(tuple(window))
    return tuple(windows)


def halves(window: Window) -> tuple[Window, ...]:
    """The window as two smaller ones; itself when it cannot be made smaller."""
    match window:
        case ():
            return ()
        case (line,):
            return tuple((part,) for part in _cut_in_two(line))
        case _:
            middle = len(window) // 2
            return window[:middle], window[middle:]


def _fitting(
    lines: Sequence[TranscriptLine], token_budget: int, estimate: TokenEstimate
) -> Iterator[TranscriptLine]:
    waiting = list(reversed(lines))
    while waiting:
        line = waiting.pop()
        parts = (line,) if estimate(line.rendered()) < token_budget else _cut_in_two(line)
        if len(parts) == 1:
            yield line
        else:
            waiting.extend(reversed(parts))


def _cut_in_two(line: TranscriptLine) -> tuple[TranscriptLine, ...]:
    """At the gap nearest the middle: a line end first, then a space, then anywhere."""
    text = line.text
    if len(text) < _SHORTEST_CUT:
        return (line,)
    middle = len(text) // 2
    at = _nearest(text, "\n", middle) or _nearest(text, " ", middle) or middle
    parts = (text[:at].strip(), text[at:].strip())
    return tuple(TranscriptLine(line.speaker, part) for part in parts if part) or (line,)


def _nearest(text: str, gap: str, middle: int) -> int:
    """0 when there is none in the middle half: two crumbs are no halves."""
    before, after = text.rfind(gap, middle // 2, middle), text.find(gap, middle, middle * 3 // 2)
    found = [at for at in (before, after) if at > 0]
    return min(found, key=lambda at: abs(at - middle), default=0)
