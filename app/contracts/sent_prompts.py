"""What an answer was asked with, kept so that a person can look at it later.

The conversation itself is not kept twice: the rows before the answer are what was sent.
"""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SentPrompt:
    """`system` is the system prompt to the letter. Rows up to `after_sequence` were left out."""

    message_id: str
    system: str
    after_sequence: int = 0
    tools: tuple[str, ...] = ()


class SentPromptStore(Protocol):
    """A prompt goes with its answer, whatever deletes that."""

    def keep(self, prompt: SentPrompt) -> None: ...

    def get(self, message_id: str) -> SentPrompt | None:
        """None for answers of earlier versions of the app, and for what is no answer."""
        ...
