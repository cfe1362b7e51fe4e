"""How many tokens a language model will count for a text: by script, and rather over than under.

No tokenizer is the same as the next; a budget that must hold is kept by the careful guess.
"""

import re

from app.memory.text.scripts import CYRILLIC

_ONE_TOKEN = re.compile(
    # A short word, or five letters of a longer one.
    r"(?<![A-Za-z])[A-Za-z]{1,6}(?![A-Za-z])|[A-Za-z]{1,5}"
    r"|['’](?:s|t|d|m|ll|re|ve)\b"
    r"|[ \t]{4}"
    rf"|[\u00c0-\u024f\u0370-\u03ff{CYRILLIC}]{{1,2}}"
    r"|[^ \t]"
)
"""What it does not match, a few spaces, costs nothing."""
_BEYOND_PLANE_0 = re.compile("[\U00010000-\U0010ffff]")
_MORE_BEYOND_PLANE_0 = 2


def estimate_tokens(text: str) -> int:
    """Never under for ordinary text: one token a character for CJK, one a short plain word."""
    tokens = len(_ONE_TOKEN.findall(text))
    if text.isascii():
        return tokens
    return tokens + _MORE_BEYOND_PLANE_0 * len(_BEYOND_PLANE_0.findall(text))
