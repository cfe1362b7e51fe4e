"""What was typed in a conversation and not sent yet."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Draft:
    """`edits` is the id of the message that the words shall replace; mostly empty."""

    text: str = ""
    edits: str = ""


class DraftStore(Protocol):
    """One draft per conversation; `session_id` None is the conversation that has not begun.

    Nothing of a private conversation is ever kept here. A draft goes with its session.
    """

    def keep(self, session_id: str | None, draft: Draft) -> None:
        """An empty draft is none."""
        ...

    def get(self, session_id: str | None) -> Draft: ...
