"""Taking texts out of a file, a commit message or a file name, so that none is left.

A redaction the caller passes in knows the form of the file better; whatever it leaves is taken
out here by whole lines.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence

from app.contracts.history import first_commit_message, maintenance_message, memory_message

Redact = Callable[[str, str, Sequence[str]], str]
"""Path, text of the file, forgotten texts: the text without them."""

_PLACEHOLDER = b"[forgotten]"
_OWN_MESSAGES = {
    message().encode("utf-8")
    for message in (first_commit_message, maintenance_message, memory_message)
}
_OWN_LOG_MESSAGE = re.compile(rb"log: add daily log \d{4}-\d\d-\d\d")


class Forbidden:
    """The texts in every form they can have in a file: either line end, either Unicode form."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(text.strip() for text in texts if text.strip())
        forms = {
            variant.replace("\r\n", "\n").replace("\n", end)
            for text in self.texts
            for variant in (text, *(unicodedata.normalize(form, text) for form in ("NFC", "NFD")))
            for end in ("\n", "\r\n")
        }
        # Longest first: a shorter form must not tear a longer one apart.
        self.needles = sorted((form.encode("utf-8") for form in forms), key=len, reverse=True)

    def is_in(self, contents: bytes) -> bool:
        return any(needle in contents for needle in self.needles)


def without_lines(path: str, text: str, forgotten: Sequence[str]) -> str:
    """The redaction used when a caller has none: every line that has a text goes."""
    del path
    return _without_lines(text.encode("utf-8"), Forbidden(forgotten)).decode("utf-8")


def redacted_file(path: str, contents: bytes, forbidden: Forbidden, redact: Redact) -> bytes:
    if not forbidden.is_in(contents):
        return contents
    try:
        text = contents.decode("utf-8")
    except UnicodeDecodeError:
        return _without_lines(contents, forbidden)
    return _without_lines(redact(path, text, forbidden.texts).encode("utf-8"), forbidden)


def redacted_message(message: bytes, forbidden: Forbidden) -> bytes:
    """The app's own fixed messages stay: they say nothing about a person."""
    subject = message.rstrip(b"\n")
    if subject in _OWN_MESSAGES or _OWN_LOG_MESSAGE.fullmatch(subject):
        return message
    placeholder = b"" if forbidden.is_in(_PLACEHOLDER) else _PLACEHOLDER
    while forbidden.is_in(message):
        for needle in forbidden.needles:
            message = message.replace(needle, placeholder)
        # Whatever the placeholder and its neighbours make together goes without one.
        placeholder = b""
    return message


def _without_lines(contents: bytes, forbidden: Forbidden) -> bytes:
    """Joining what is left could make a text anew, so it is looked for until there is none."""
    while forbidden.is_in(contents):
        for needle in forbidden.needles:
            position = contents.find(needle)
            if position >= 0:
                start = contents.rfind(b"\n", 0, position) + 1
                end = contents.find(b"\n", position + len(needle))
                contents = contents[:start] + (contents[end + 1 :] if end >= 0 else b"")
    return contents
