"""Where one sentence ends and the next begins: well enough for what people type into a chat."""

import re

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")


def sentences_in(message: str) -> list[str]:
    return [part for sentence in _SENTENCE_END.split(message) if (part := sentence.strip())]
