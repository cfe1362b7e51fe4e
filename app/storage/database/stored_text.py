"""Text at the edge of SQLite: whatever a model wrote can be stored, whatever is stored be read."""

from typing import TypeVar

Value = TypeVar("Value")


def storable(value: Value) -> Value | str:
    """Half a surrogate pair, which a model's JSON may contain, is not text to SQLite: two halves
    are joined, a lone one is replaced. Everything else stays as it is.
    """
    if not isinstance(value, str) or value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value


def readable(raw: bytes) -> str:
    """One damaged byte must not make a whole conversation unreadable."""
    return raw.decode("utf-8", errors="replace")
