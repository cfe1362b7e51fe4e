"""Thoughts that a server left in the text between marks (`<think>…</think>`), told from the answer.

Servers of local models do that when they do not know their model's template. Only at the start of
an answer: what comes later is the answer's own text. Never loses a word of either.
"""

from collections.abc import Iterator

_MARKS = {"<think>": "</think>", "[THINK]": "[/THINK]"}


class ThinkTags:
    """One per answer. Gives pieces, each with whether it is a thought."""

    def __init__(self) -> None:
        self._held = ""
        self._end = ""
        self._is_settled = False
        self._has_thought = False

    def push(self, text: str) -> Iterator[tuple[bool, str]]:
        self._held += text
        if not self._is_settled and not self._end:
            self._look_for_start()
        if self._end:
            yield from self._thought()
        if self._is_settled and self._held:
            held, self._held = self._held, ""
            yield False, held

    def flush(self) -> Iterator[tuple[bool, str]]:
        """What is still held at the end of the answer."""
        held, self._held = self._held, ""
        if held.strip():
            yield bool(self._end), held

    def _look_for_start(self) -> None:
        begun = self._held.lstrip()
        if self._has_thought:
            self._held = begun  # the blank lines after a mark belong to it
        for start, end in _MARKS.items():
            if begun.startswith(start):
                self._held = begun.removeprefix(start)
                self._end = end
                self._has_thought = True
                return
        may_begin = any(start.startswith(begun) for start in _MARKS)
        self._is_settled = not may_begin

    def _thought(self) -> Iterator[tuple[bool, str]]:
        thought, end, rest = self._held.partition(self._end)
        if end:
            self._end = ""
            self._held = rest
            self._look_for_start()
        else:
            kept = _may_be_begun(thought, self._end)
            thought, self._held = thought[: len(thought) - kept], thought[len(thought) - kept :]
        if thought:
            yield True, thought


def without_thoughts(text: str) -> str:
    """A whole answer without what stands before a closing mark whose opening one was not sent:
    some templates put it into the prompt.
    """
    for end in _MARKS.values():
        text = text.rpartition(end)[2].lstrip() if end in text else text
    return text


def _may_be_begun(text: str, mark: str) -> int:
    """How many characters at the end may be the beginning of the mark."""
    return next((n for n in range(len(mark) - 1, 0, -1) if text.endswith(mark[:n])), 0)
