"""Joins characters that a server cut in two as JSON escapes (`\\ud83d` here, `\\ude00` there).

Never lets half a character through: it could be neither shown, stored nor sent again.
"""


class SplitCharacterJoiner:
    """One per channel of an answer (text, thinking, each call's arguments)."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held = ""

    def push(self, text: str) -> str:
        if text.isascii() and not self._held:
            return text
        text = self._held + text
        self._held = ""
        if text and _is_first_half(text[-1]):
            self._held = text[-1]
            text = text[:-1]
        return whole_characters(text)

    def flush(self) -> str:
        """What is still held, at the end: a half without its other half."""
        held, self._held = self._held, ""
        return whole_characters(held)


def whole_characters(text: str) -> str:
    """Pairs joined, lonely halves replaced by the replacement character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _is_first_half(character: str) -> bool:
    return "\ud800" <= character <= "\udbff"
