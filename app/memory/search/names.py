"""Small numbers for names that come up again and again: authors and sessions."""

from collections.abc import Iterable

NO_NAME = -1


class Names:
    def __init__(self, names: Iterable[str] = ()) -> None:
        self._numbers = {name: number for number, name in enumerate(names)}

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, name: str | None) -> int:
        return self._numbers.get(name, NO_NAME) if name else NO_NAME

    def number_or_new(self, name: str | None) -> int:
        return self._numbers.setdefault(name, len(self._numbers)) if name else NO_NAME

    def all(self) -> list[str]:
        return list(self._numbers)
