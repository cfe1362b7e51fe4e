"""Logging of a process: warnings to standard error, every secret taken out of every record."""

import logging

from app.providers.redaction import SecretRedactor

_REDACTOR = SecretRedactor()


def redactor() -> SecretRedactor:
    """The one of this process: a key registered here is in none of its log lines."""
    return _REDACTOR


def set_up_logging() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(_REDACTOR)
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
