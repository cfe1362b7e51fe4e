"""Server-sent events, bytes in and events out, however the bytes were cut.

Works on bytes, so a character split between two chunks is whole again before it is decoded.
Never holds more than one bounded line and one bounded event.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LINE_END = re.compile(rb"\r\n|\n|\r")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
DEFAULT_LONGEST_EVENT = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class SseEvent:
    """`name` is "" where the server gave none."""

    name: str
    data: str


@dataclass(frozen=True, slots=True)
class EventTooLong:
    """A line or an event grew past the limit; the parser reads no further."""

    limit: int


class SseParser:
    def __init__(self, longest_event: int = DEFAULT_LONGEST_EVENT) -> None:
        self._limit = longest_event
        self._line = bytearray()
        self._data: list[bytes] = []
        self._data_size = 0
        self._name = ""
        self._is_first_line = True
        self._ended_with_return = False
        self._is_stopped = False

    def feed(self, chunk: bytes) -> Iterator[SseEvent | EventTooLong]:
        if self._is_stopped or not chunk:
            return
        if self._ended_with_return and chunk.startswith(b"\n"):
            chunk = chunk[1:]
            self._ended_with_return = False
            if not chunk:
                return
        self._ended_with_return = chunk.endswith(b"\r")
        rest, *lines = _LINE_END.split(chunk)
        for line in lines:
            # `rest` is what came before this line end; what follows it begins the next line.
            yield from self._take(rest, is_whole=True)
            rest = line
            if self._is_stopped:
                return
        yield from self._take(rest, is_whole=False)

    def close(self) -> Iterator[SseEvent | EventTooLong]:
        """The end of the stream also ends the last line and the last event."""
        if self._is_stopped:
            return
        yield from self._take(b"", is_whole=True)
        yield from self._dispatch()

    def _take(self, piece: bytes, *, is_whole: bool) -> Iterator[SseEvent | EventTooLong]:
        self._line += piece
        if len(self._line) + self._data_size > self._limit:
            self._is_stopped = True
            self._line.clear()
            self._data.clear()
            yield EventTooLong(self._limit)
        elif is_whole:
            line = bytes(self._line)
            self._line.clear()
            yield from self._read_line(line)

    def _read_line(self, line: bytes) -> Iterator[SseEvent]:
        if self._is_first_line:
            line = line.removeprefix(_BYTE_ORDER_MARK)
            self._is_first_line = False
        if not line:
            yield from self._dispatch()
            return
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        match field:
            case b"data":
                self._add_data(value)
            case b"event":
                self._name = value.decode("utf-8", "replace")
            case b"error":
                # Not in the standard: older llama.cpp servers report failures this way.
                self._name = "error"
                self._add_data(value)
            case _:
                pass  # a comment (keep-alive), id, retry, or a field nobody defined

    def _add_data(self, value: bytes) -> None:
        self._data.append(value)
        self._data_size += len(value) + 1

    def _dispatch(self) -> Iterator[SseEvent]:
        if self._data:
            yield SseEvent(self._name, b"\n".join(self._data).decode("utf-8", "replace"))
        self._data.clear()
        self._data_size = 0
        self._name = ""
