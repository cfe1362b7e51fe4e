"""The device's own voice through plyer: Android's, or espeak or flite on a desktop that has one."""

import shutil
import sys
from typing import Protocol, cast

from plyer import tts

from app.contracts.errors import SpeechFailed

_PROGRAMS = ("espeak", "flite")


class _Voice(Protocol):
    def speak(self, message: str) -> None: ...


class PlyerSpeech:
    """Implements Speech."""

    @property
    def is_available(self) -> bool:
        if not sys.platform.startswith("linux") or hasattr(sys, "getandroidapilevel"):
            return True
        return any(map(shutil.which, _PROGRAMS))

    def speak(self, text: str) -> None:
        try:
            cast("_Voice", tts).speak(text)
        except (NotImplementedError, OSError) as error:
            raise SpeechFailed("This device cannot read aloud.", detail=str(error)) from error
