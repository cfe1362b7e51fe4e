"""Reads what fingers type for what was meant, so that patterns need to know one spelling only.

For matching: what is kept is what was typed.
"""

import re

_CURLY = str.maketrans({"’": "'", "ʼ": "'", "´": "'"})
_SHORT = {
    "dont": "don't",
    "cant": "can't",
    "doesnt": "doesn't",
    "ive": "i've",
    "bday": "birthday",
    "luv": "love",
    "alergic": "allergic",
    "whats": "what's",
    "wheres": "where's",
    "whens": "when's",
    "whos": "who's",
    "wat": "what",
    "wot": "what",
    "u": "you",
}
_SHORT_WORD = re.compile(rf"\b(?:{'|'.join(_SHORT)})\b")
_I_AM = re.compile(
    r"\Aim (?=(?:an?|not|no|in|from|allergic|vegan|vegetarian|learning|married|training|called"
    r"|diabetic|into|\d+)\b)"
)
"""At the start and before these: "im" is a word of German, too."""


def straight(text: str) -> str:
    """Every apostrophe as keyboards without a mind of their own make it; the length stays."""
    return text.translate(_CURLY)


def spelled_out(sentence: str) -> str:
    """In small letters only: a name may look like any of these."""
    plain = _SHORT_WORD.sub(lambda found: _SHORT[found[0]], straight(sentence))
    begins = plain[:1].lower() + plain[1:]
    return f"I'm {plain[3:]}" if _I_AM.match(begins) else plain
