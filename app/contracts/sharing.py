"""Handing a text to other programs: the share sheet on a phone, a folder on a desktop."""

from typing import Protocol


class Sharing(Protocol):
    def share_text(self, name: str, text: str) -> str:
        """Hands over a copy, under a file name. Returns one sentence that says where it went.

        May raise WriteFailed. Never replaces a file that is there.
        """
        ...
