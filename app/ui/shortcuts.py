"""What a person with a keyboard asks for by keys. Knows no Kivy but its key numbers."""

from collections.abc import Collection
from enum import Enum, auto


class Wish(Enum):
    NEW_CHAT = auto()
    SEARCH = auto()
    SETTINGS = auto()


_KEYS = {ord("n"): Wish.NEW_CHAT, ord("f"): Wish.SEARCH, ord(","): Wish.SETTINGS}
_LOCKS = {"capslock", "numlock"}
_COMMAND = ({"ctrl"}, {"meta"})
"""The second is a Mac's. With Shift or Alt a key is somebody else's."""


def wish_of(key: int, modifiers: Collection[str]) -> Wish | None:
    return _KEYS.get(key) if set(modifiers) - _LOCKS in _COMMAND else None
