"""A word to somebody who does not look at the app."""

from typing import Protocol


class Notifications(Protocol):
    def show(self, title: str, text: str) -> None:
        """In place of the one that was shown before. Not being allowed to is no failure."""
        ...
