"""An API key as a value that cannot be printed by accident.

Never shows the key in a repr, a format or a log; only `reveal` hands it out, to the HTTP layer.
"""

import string

_SAYABLE_IN_A_HEADER = frozenset(string.ascii_letters + string.digits + string.punctuation)
_SHOWN_TAIL = 4
_SHORTEST_WITH_TAIL = 12


class ApiKey:
    """A key as the person pasted it, without the blanks and line breaks around it."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value.strip()

    def __bool__(self) -> bool:
        return bool(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ApiKey) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return "ApiKey(***)" if self else "ApiKey(none)"

    __str__ = __repr__

    def __reduce__(self) -> str:
        raise TypeError("An API key is not pickled.")

    @property
    def is_sayable(self) -> bool:
        """Whether it can stand in an HTTP header: a typographic quote or a line break cannot."""
        return all(character in _SAYABLE_IN_A_HEADER for character in self._value)

    @property
    def masked(self) -> str:
        """What the settings page shows: enough to tell two keys apart, never enough to use one."""
        if not self:
            return ""
        shown = self._value[-_SHOWN_TAIL:] if len(self._value) >= _SHORTEST_WITH_TAIL else ""
        return "••••" + shown

    def reveal(self) -> str:
        return self._value

    def removed_from(self, text: str) -> str:
        """The text without this key, for what a server wrote and may have echoed."""
        return text.replace(self._value, "***") if self else text
