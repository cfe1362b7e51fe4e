"""How the session list compares what was typed with what was said: without case and accents."""

import unicodedata

_ACCENTS = range(0x300, 0x370)
"""Only these marks fall away: in Japanese or Hindi a mark makes another word."""


def folded(text: str | None) -> str:
    """`ZÜRICH` and `Zurich` fold to the same; other scripts stay as they are."""
    if not text:
        return ""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if ord(letter) not in _ACCENTS)
