"""Where one sentence ends and the next begins: well enough for what people type into a chat."""

import re

_NO_END = "".join(
    rf"(?<!\b{short}\.)" for short in ("Dr", "Mr", "Mrs", "Ms", "Prof", "Sr", "Sra", "St", "Nr")
)
_SENTENCE_END = re.compile(rf"(?<=[.!?…]){_NO_END}\s+|(?<=[。！？])|\n+")


def sentences_in(message: str) -> list[str]:
    return [part for sentence in _SENTENCE_END.split(message) if (part := sentence.strip())]
