"""A short message after something was done, with at most one thing to do about it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notice:
    """`number` tells two notices with the same words apart; `can_undo` offers Undo."""

    text: str
    number: int
    can_undo: bool = False
