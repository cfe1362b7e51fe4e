"""How the session list compares what was typed with what was said: without case and accents."""

import re
import unicodedata

_ACCENTS = re.compile("[\u0300-\u036f]+")
"""Only these marks fall away: in Japanese or Hindi a mark makes another word."""


def folded(text: str | None) -> str:
    """`ZÜRICH` and `Zurich` fold to the same; other scripts stay as they are."""
    if not text:
        return ""
    if text.isascii():
        return text.lower()
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold()))
