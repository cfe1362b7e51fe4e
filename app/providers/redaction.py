"""A log filter that takes registered secrets out of every record, tracebacks and extras included.

Never raises into the caller that logs, and never lets a record through unread: wiring adds it to
every handler (a filter on a logger would miss what its children send).
"""

import json
import logging
import traceback
from collections.abc import Mapping
from threading import Lock
from typing import cast
from urllib.parse import quote

REPLACEMENT = "[secret removed]"
# Below this a "secret" is a placeholder such as `none`; removing it would shred the log.
_SHORTEST_SECRET = 6
_ALREADY_DONE = ("msg", "args", "exc_info", "exc_text", "stack_info")


class SecretRedactor(logging.Filter):
    """Knows the secrets of this process; register one before anything can log it."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()
        self._spellings: tuple[str, ...] = ()

    def register(self, secret: str) -> None:
        secret = secret.strip()
        if len(secret) < _SHORTEST_SECRET:
            return
        spellings = {secret, quote(secret, safe=""), json.dumps(secret)[1:-1], repr(secret)[1:-1]}
        with self._lock:
            # Longest first: one secret may be the beginning of another.
            self._spellings = tuple(sorted({*self._spellings, *spellings}, key=len, reverse=True))

    def redact(self, text: str) -> str:
        for spelling in self._spellings:
            text = text.replace(spelling, REPLACEMENT)
        return text

    def filter(self, record: logging.LogRecord) -> bool:
        if self._spellings:
            record.msg = _RedactedMessage(record.msg, record.args, self)
            record.args = None
            self._redact_traceback(record)
            self._redact_extras(record)
        return True

    def _redact_traceback(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[0] is not None:
            lines = traceback.format_exception(*record.exc_info)
            record.exc_text = "".join(lines).rstrip("\n")
            # A formatter prints exc_text as it stands once the exception itself is gone.
            record.exc_info = None
        if record.exc_text:
            record.exc_text = self.redact(record.exc_text)
        if record.stack_info:
            record.stack_info = self.redact(record.stack_info)

    def _redact_extras(self, record: logging.LogRecord) -> None:
        for name, value in list(vars(record).items()):
            if name not in _ALREADY_DONE:
                setattr(record, name, self._redacted(value))

    def _redacted(self, value: object) -> object:
        """The value without secrets; things of other types are not opened."""
        match value:
            case str():
                return self.redact(value)
            case bytes():
                return self.redact(value.decode("utf-8", "surrogateescape")).encode(
                    "utf-8", "surrogateescape"
                )
            case BaseException():
                return _RedactedMessage(value, None, self)
            case dict():
                items = cast("dict[object, object]", value).items()
                return {self._redacted(key): self._redacted(item) for key, item in items}
            case list():
                return [self._redacted(item) for item in cast("list[object]", value)]
            case tuple():
                return tuple(self._redacted(item) for item in cast("tuple[object, ...]", value))
            case _:
                return value


class _RedactedMessage:
    """Formats late, where the handler catches what a careless `__str__` may raise."""

    def __init__(
        self,
        message: object,
        arguments: tuple[object, ...] | Mapping[str, object] | None,
        redactor: SecretRedactor,
    ) -> None:
        self._message = message
        self._arguments = arguments
        self._redactor = redactor

    def __str__(self) -> str:
        text = str(self._message)
        try:
            text = text % self._arguments if self._arguments else text
        except (TypeError, ValueError, KeyError):
            # The format does not fit its arguments; keep both rather than lose the record.
            text = f"{text} {self._arguments!r}"
        return self._redactor.redact(text)

    def __repr__(self) -> str:
        return "<log message>"
