"""Reads an answer aloud, a sentence at a time, so that it can be stopped."""

import asyncio
import re
from collections.abc import Sequence

from app.chat.stop_signal import StopSignal
from app.contracts.speech import Speech

_CODE = re.compile(r"^(`{3,}|~{3,}).*?^\1[^\n]*$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_LINE_MARK = re.compile(r"^\s*(?:#{1,6}\s+|[-*+]\s+|>\s?|\|[\s:|-]+\|\s*$)", re.MULTILINE)
_INLINE_MARK = re.compile(r"[*_`~]{1,3}|\|")
_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")
CODE_WORDS = "Some code."


class ReadAloud:
    def __init__(self, speech: Speech) -> None:
        self._speech = speech

    @property
    def is_available(self) -> bool:
        return self._speech.is_available

    async def __call__(self, markdown: str, stop: StopSignal) -> None:
        """May raise SpeechFailed."""
        for sentence in sentences_of(markdown):
            if stop.is_set:
                return
            await asyncio.to_thread(self._speech.speak, sentence)


def sentences_of(markdown: str) -> Sequence[str]:
    """The words without their marks; code is only mentioned."""
    text = _CODE.sub(f"\n{CODE_WORDS}\n", markdown)
    text = _LINK.sub(r"\1", text)
    text = _LINE_MARK.sub("", text)
    text = _INLINE_MARK.sub("", text)
    return [sentence.strip() for sentence in _END.split(text) if sentence.strip()]
