"""Summarises without a model: picks the sentences that say something and leaves the rest.

Never invents a word, and never copies a whole conversation.
"""

import re
from collections.abc import Sequence

from app.contracts.conversation import Message, MessageKind

MOST_BULLETS = 8
LONGEST_BULLET = 280
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")
_TELLING = re.compile(
    r"\b(i|i'm|my|me|we|our|us|prefer|like|love|hate|need|want|plan|decided?|agreed?|remember|"
    r"always|never|deadline|birthday|name|ich|mein|wir|yo|mi|nosotros|je|mon|nous)\b|[我我们]",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"[?？؟]\s*$")
_WORD = re.compile(r"\w+")


def extractive_summary(messages: Sequence[Message]) -> str:
    """Bullets, in the order they were said; empty when nobody said anything."""
    said = [m for m in messages if m.kind is MessageKind.USER]
    sentences = [sentence for message in said for sentence in _sentences(message.text)]
    told = _unique([s for s in sentences if not _QUESTION.search(s)])
    best = sorted(told, key=_worth, reverse=True)[:MOST_BULLETS]
    bullets = [_shortened(sentence) for sentence in told if sentence in best]
    if not bullets:
        asked = _unique(sentences)[:MOST_BULLETS]
        bullets = [f"Asked: {_shortened(sentence)}" for sentence in asked]
    return "\n".join(f"- {bullet}" for bullet in bullets)


def _sentences(text: str) -> list[str]:
    parts = (" ".join(part.split()) for part in _SENTENCE_END.split(text))
    return [part for part in parts if part]


def _worth(sentence: str) -> float:
    words = _WORD.findall(sentence)
    telling = 3.0 if _TELLING.search(sentence) else 0.0
    particular = sum(1.0 for word in words if word[:1].isdigit() or word[:1].isupper())
    return telling + min(particular, 4.0) + min(len(words), 20) / 10


def _unique(sentences: Sequence[str]) -> list[str]:
    seen: dict[str, str] = {}
    for sentence in sentences:
        seen.setdefault(" ".join(_WORD.findall(sentence.casefold())) or sentence, sentence)
    return list(seen.values())


def _shortened(sentence: str) -> str:
    if len(sentence) <= LONGEST_BULLET:
        return sentence
    cut = sentence[:LONGEST_BULLET]
    return f"{cut.rpartition(' ')[0] or cut}…"
