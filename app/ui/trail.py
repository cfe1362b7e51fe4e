"""The way a person came, so that Back goes where they were. Knows no Kivy."""

from collections.abc import Sequence


class Trail:
    """Starts at home and never leaves it: home is always the first place."""

    def __init__(self, home: str) -> None:
        self._places = [home]

    @property
    def places(self) -> Sequence[str]:
        return tuple(self._places)

    @property
    def is_at_home(self) -> bool:
        return len(self._places) == 1

    def go(self, place: str) -> None:
        """A place that was passed already is gone back to, not visited a second time."""
        if place in self._places:
            del self._places[self._places.index(place) + 1 :]
        else:
            self._places.append(place)

    def back(self) -> str:
        if not self.is_at_home:
            self._places.pop()
        return self._places[-1]
