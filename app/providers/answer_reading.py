"""From the bytes of one answer to its StreamEvents, whatever the API and however they were cut.

Pure: no network, no clock. Bounded in memory. Usage is reported once, just before the end, and
nothing comes after Finished or a Failure.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

from app.contracts.conversation import TokenUsage
from app.contracts.model_provider import (
    Finished,
    FinishReason,
    StreamEvent,
    StreamFailed,
    UsageReported,
)
from app.providers.failure import Failure, broken
from app.providers.sse import DEFAULT_LONGEST_EVENT, EventTooLong, SseEvent, SseParser

DEFAULT_LONGEST_ANSWER = 64 * 1024 * 1024


class StreamReader(Protocol):
    """One API's stream, event by event."""

    @property
    def who(self) -> str:
        """The server's name, for sentences."""
        ...

    @property
    def is_over(self) -> bool:
        """The server said that nothing follows."""
        ...

    @property
    def usage(self) -> TokenUsage | None:
        """The newest totals of the whole answer, not of one chunk."""
        ...

    @property
    def finish(self) -> FinishReason | None:
        """Why the answer ended; None while it has not been said."""
        ...

    def read(self, event: SseEvent) -> Iterator[StreamEvent | Failure]: ...

    def ended(self) -> Iterator[StreamEvent | Failure]:
        """What is still open when the answer ended well: blocks and calls to close."""
        ...


class AnswerDecoder:
    def __init__(
        self,
        reader: StreamReader,
        *,
        longest_event: int = DEFAULT_LONGEST_EVENT,
        longest_answer: int = DEFAULT_LONGEST_ANSWER,
    ) -> None:
        self._reader = reader
        self._parser = SseParser(longest_event)
        self._room = longest_answer
        self._document: bytearray | None = None
        self._is_closed = False

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    def expect_document(self) -> None:
        """A server that does not stream sends its whole answer as one JSON document."""
        self._document = bytearray()

    def feed(self, chunk: bytes) -> Iterator[StreamEvent | Failure]:
        self._room -= len(chunk)
        if self._room < 0:
            yield from self._stopped_by(self._too_much())
        elif self._document is not None:
            self._document += chunk
        else:
            yield from self._read_all(self._parser.feed(chunk))

    def close(self) -> Iterator[StreamEvent | Failure]:
        """The connection ended in order."""
        if self._document is not None:
            text = self._document.decode("utf-8", "replace")
            yield from self._read_all((SseEvent("", text),))
        else:
            yield from self._read_all(self._parser.close())
        if self._is_closed:
            return
        if self._reader.finish is None:
            self._is_closed = True
            yield broken(f"{self._reader.who} ended the answer in the middle.", may_pass=True)
        else:
            yield from self._finish(self._reader.finish)

    def failed(self, failure: Failure) -> Iterator[StreamEvent]:
        """The last events of an answer that broke: what it cost so far, and why."""
        self._is_closed = True
        if self._reader.usage is not None:
            yield UsageReported(self._reader.usage)
        yield StreamFailed(failure.error)

    def interrupted(self, failure: Failure) -> Iterator[StreamEvent | Failure]:
        """The connection broke: harmless when the answer was already complete.

        A last line that came whole still counts; one that was torn says nothing new.
        """
        for event in self._parser.close():
            if isinstance(event, SseEvent) and not self._is_closed:
                for outcome in self._reader.read(event):
                    if isinstance(outcome, Failure):
                        break
                    yield outcome
        yield from self._stopped_by(failure)

    def _stopped_by(self, failure: Failure) -> Iterator[StreamEvent | Failure]:
        if self._is_closed:
            return
        if self._reader.finish is None:
            self._is_closed = True
            yield failure
        else:
            yield from self._finish(self._reader.finish)

    def _read_all(
        self, events: Iterable[SseEvent | EventTooLong]
    ) -> Iterator[StreamEvent | Failure]:
        for event in events:
            if self._is_closed:
                return
            if isinstance(event, EventTooLong):
                yield from self._stopped_by(self._too_much())
                return
            yield from self._read(event)
            if self._reader.is_over and not self._is_closed:
                yield from self._finish(self._reader.finish or FinishReason.UNKNOWN)

    def _read(self, event: SseEvent) -> Iterator[StreamEvent | Failure]:
        for outcome in self._reader.read(event):
            if isinstance(outcome, Failure):
                # Nonsense after a complete answer does not take the answer back.
                yield from self._stopped_by(outcome)
                return
            yield outcome

    def _finish(self, reason: FinishReason) -> Iterator[StreamEvent | Failure]:
        self._is_closed = True
        for outcome in self._reader.ended():
            yield outcome
            if isinstance(outcome, Failure):
                return
        if self._reader.usage is not None:
            yield UsageReported(self._reader.usage)
        yield Finished(reason)

    def _too_much(self) -> Failure:
        return broken(f"{self._reader.who} sent more in one answer than can be held.")


def events_in(decoder: AnswerDecoder, chunks: Iterable[bytes]) -> Iterator[StreamEvent]:
    """A whole answer from its bytes, for tests and for recorded streams."""
    for chunk in chunks:
        for outcome in decoder.feed(chunk):
            yield from _settled(decoder, outcome)
        if decoder.is_closed:
            return
    for outcome in decoder.close():
        yield from _settled(decoder, outcome)


def _settled(decoder: AnswerDecoder, outcome: StreamEvent | Failure) -> Iterator[StreamEvent]:
    if isinstance(outcome, Failure):
        yield from decoder.failed(outcome)
    else:
        yield outcome
