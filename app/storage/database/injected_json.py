"""The memories that went into a prompt, as JSON beside the answer (S7.6).

A conversation is read again at every send, and what its answers were given never changes: what
was parsed once is kept.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import cast

from app.contracts.conversation import InjectedMemory


def to_json(memories: Sequence[InjectedMemory]) -> str:
    return json.dumps(
        [
            {
                "source": memory.source,
                "text": memory.text,
                "date": memory.date.isoformat() if memory.date else None,
                "score": memory.score,
                "keyword_score": memory.keyword_score,
                "vector_score": memory.vector_score,
                "matched_words": list(memory.matched_words),
                "origin": memory.origin,
            }
            for memory in memories
        ],
        ensure_ascii=False,
    )


@lru_cache(maxsize=1024)
def from_json(text: str) -> tuple[InjectedMemory, ...]:
    return tuple(
        InjectedMemory(
            source=str(memory["source"]),
            text=str(memory["text"]),
            date=date.fromisoformat(str(memory["date"])) if memory["date"] else None,
            score=float(str(memory["score"])),
            # Answers of earlier versions do not say more than that.
            keyword_score=float(str(memory.get("keyword_score") or 0)),
            vector_score=_number_or_none(memory.get("vector_score")),
            matched_words=tuple(map(str, cast("list[object]", memory.get("matched_words") or []))),
            origin=str(memory.get("origin") or ""),
        )
        for memory in cast("list[Mapping[str, object]]", json.loads(text))
    )


def _number_or_none(value: object) -> float | None:
    return None if value is None else float(str(value))
