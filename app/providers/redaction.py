"""A log filter that takes registered secrets out of every record, tracebacks and extras included.

Never raises into the caller that logs, and never lets a record through unread: wiring adds it to
every handler (a filter on a logger would miss what its children send).
"""

import json
import logging
import traceback
from threading import Lock
from urllib.parse import quote

REPLACEMENT = "[secret removed]"
# Below this a "secret" is a placeholder such as `none`; removing it would shred the log.
_SHORTEST_SECRET = 6


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
            if spelling in text:
                text = text.replace(spelling, REPLACEMENT)
        return text

    def filter(self, record: logging.LogRecord) -> bool:
        if self._spellings:
            record.msg = self.redact(_message_of(record))
            record.args = None
            self._redact_traceback(record)
            self._redact_extras(record)
        return True

    def _redact_traceback(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[0] is not None:
            lines = traceback.format_exception(*record.exc_info)
            record.exc_text = self.redact("".join(lines).rstrip("\n"))
            # A formatter prints exc_text as it stands once the exception itself is gone.
            record.exc_info = None
        elif record.exc_text:
            record.exc_text = self.redact(record.exc_text)
        if record.stack_info:
            record.stack_info = self.redact(record.stack_info)

    def _redact_extras(self, record: logging.LogRecord) -> None:
        for name, value in list(vars(record).items()):
            written = value if isinstance(value, str) else repr(value)
            cleaned = self.redact(written)
            if cleaned != written:
                setattr(record, name, cleaned)


def _message_of(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except (TypeError, ValueError, KeyError):
        # The caller's format and arguments do not fit; keep both rather than lose the record.
        return f"{record.msg} {record.args!r}"
