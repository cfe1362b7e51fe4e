"""What a person may hand to whoever helps them: facts on the app, no secret, none of their own."""

from pathlib import Path
from typing import Protocol


class Diagnostics(Protocol):
    def export(self) -> Path:
        """Writes a new file into the exports folder. May raise WriteFailed."""
        ...
