"""Does an entry say too little to be of use? Said in words a person can act on."""

import re

from app.memory.entry_similarity import words_of

_FEWEST_WORDS = 2
_FEWEST_SIGNS = 3
_NOTHING_NAMED = re.compile(
    r"\b(?:something|somehow|somewhere|someone|stuff|things?|whatever|misc|miscellaneous|etc"
    r"|irgendwas|irgendwie|etwas|zeug|algo|cosas|quelque chose|des trucs)\b|什么的|一些东西|某些",
    re.IGNORECASE,
)
_POINTS_AWAY = re.compile(
    r"^(?:it|this|that|these|those|es|das|esto|eso|ça|cela)\b|^(?:这|那)", re.IGNORECASE
)
_PARTICULAR = re.compile(r"\d|(?<=[^.!?\s]\s)[A-Z]|[\"“„«「]")


def vagueness_of(text: str) -> str | None:
    """Why the entry is vague; None when it says something."""
    words = words_of(text)
    is_wordy = all(len(word) > 1 or word.isascii() for word in words)
    if len(words) < (_FEWEST_WORDS if is_wordy else _FEWEST_SIGNS):
        return "It is too short to tell what is meant."
    if _PARTICULAR.search(text):
        return None
    if found := _NOTHING_NAMED.search(text):
        return f"“{found[0]}” does not say what is meant."
    if found := _POINTS_AWAY.match(text):
        return f"It begins with “{found[0]}” and does not say what that is."
    return None
