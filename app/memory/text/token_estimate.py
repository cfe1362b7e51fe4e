"""How many tokens a language model will count for a text: by script, and rather over than under.

No tokenizer is the same as the next; a budget that must hold is kept by the careful guess.
"""

import re

from app.memory.text.scripts import CYRILLIC

_PIECE = re.compile(
    r"(?P<word>[A-Za-z]+)|(?P<clitic>['’](?:s|t|d|m|ll|re|ve)\b)|(?P<space>[ \t]+)"
    rf"|(?P<european>[\u00c0-\u024f\u0370-\u03ff{CYRILLIC}]+)|(?P<rest>.)",
    re.DOTALL,
)
_WHOLE_WORD = 6
_LETTERS_PER_TOKEN = 5
_SPACES_PER_TOKEN = 4
_EUROPEAN_LETTERS_PER_TOKEN = 2
_BYTE_TOKENS_BEYOND_PLANE_0 = 3
_LAST_OF_PLANE_0 = "\uffff"


def estimate_tokens(text: str) -> int:
    """Never under for ordinary text: one token a character for CJK, one a short plain word."""
    return sum(map(_tokens_of, _PIECE.finditer(text)))


def _tokens_of(piece: re.Match[str]) -> int:
    length = piece.end() - piece.start()
    match piece.lastgroup:
        case "word":
            return 1 if length <= _WHOLE_WORD else -(-length // _LETTERS_PER_TOKEN)
        case "clitic":
            return 1
        case "space":
            return length // _SPACES_PER_TOKEN
        case "european":
            return -(-length // _EUROPEAN_LETTERS_PER_TOKEN)
        case _:
            return _BYTE_TOKENS_BEYOND_PLANE_0 if piece[0] > _LAST_OF_PLANE_0 else 1
