"""Reading a text aloud, where the device has a voice."""

from typing import Protocol


class Speech(Protocol):
    @property
    def is_available(self) -> bool: ...

    def speak(self, text: str) -> None:
        """Done when it was said. May raise SpeechFailed. Not for the UI thread."""
        ...
