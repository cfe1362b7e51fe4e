"""Logging of a process: warnings to standard error, every secret taken out of every record.

Crashes go the same way: the interpreter's own report would print a key an exception holds.
"""

import logging
import sys
import threading
from types import TracebackType

from app.providers.redaction import SecretRedactor

_REDACTOR = SecretRedactor()

logger = logging.getLogger(__name__)


def redactor() -> SecretRedactor:
    """The one of this process: a key registered here is in none of its log lines."""
    return _REDACTOR


def set_up_logging() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(_REDACTOR)
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    sys.excepthook = _log_crash
    threading.excepthook = _log_crash_of_thread


def _log_crash(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    logger.critical("the process ends: nobody expected this", exc_info=(kind, error, trace))


def _log_crash_of_thread(crash: threading.ExceptHookArgs) -> None:
    if crash.exc_value is not None:
        logger.critical(
            "a thread ended: nobody expected this",
            exc_info=(crash.exc_type, crash.exc_value, crash.exc_traceback),
        )
