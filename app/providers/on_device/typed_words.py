"""Reads what fingers type for what was meant: curly apostrophes, `dont`, `whats`, `u`, `remeber`.

Only the first words are read so, those a command or a question begins with; the person's own words
behind them stay as they are.
"""

import re

_CURLY = str.maketrans({"’": "'", "ʼ": "'", "`": "'", "´": "'"})
_SHORT = {
    "dont": "don't",
    "cant": "can't",
    "whats": "what's",
    "wheres": "where's",
    "whens": "when's",
    "whos": "who's",
    "hows": "how's",
    "wat": "what",
    "wot": "what",
    "wut": "what",
    "u": "you",
    "ur": "your",
    "r": "are",
}
_COMMANDS = ("remember", "forget", "delete", "search", "change", "update", "what", "when", "where")
_FIRST_WORDS = 5
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_SHORTEST_MISTYPED = 5
_WERE_DO_I = re.compile(r"\s*were (?=(?:do|does|did|is|are|am|can|was) )", re.IGNORECASE)


def as_meant(message: str) -> str:
    """Every other character of the message stays as it was."""
    plain = message.translate(_CURLY)
    plain = _WERE_DO_I.sub("where ", plain)
    parts: list[str] = []
    end = 0
    for number, found in enumerate(_WORD.finditer(plain)):
        if number == _FIRST_WORDS:
            break
        parts += [plain[end : found.start()], _word(found[0], may_be_mistyped=number < 2)]
        end = found.end()
    return "".join(parts) + plain[end:]


def _word(typed: str, *, may_be_mistyped: bool) -> str:
    lower = typed.lower()
    # "U" may be the line of an underground; in small letters it is no word of any language here.
    if lower in _SHORT and (len(typed) > 1 or typed.islower()):
        return _SHORT[lower]
    if may_be_mistyped and len(lower) >= _SHORTEST_MISTYPED and lower not in _COMMANDS:
        return next((command for command in _COMMANDS if _is_slip(lower, command)), typed)
    return typed


def _is_slip(typed: str, meant: str) -> bool:
    """One letter left out or two letters in the wrong order. What has a letter more or another
    one may be a word of its own: `changed`, `search` and `starch`.
    """
    if len(meant) - len(typed) == 1:
        return any(meant[:at] + meant[at + 1 :] == typed for at in range(1, len(meant)))
    swapped = (
        meant[:at] + meant[at + 1] + meant[at] + meant[at + 2 :] for at in range(len(meant) - 1)
    )
    return typed in swapped
