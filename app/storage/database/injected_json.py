"""The memories that went into a prompt, as JSON beside the answer (S7.6)."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
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
            }
            for memory in memories
        ],
        ensure_ascii=False,
    )


def from_json(text: str) -> tuple[InjectedMemory, ...]:
    return tuple(
        InjectedMemory(
            source=str(memory["source"]),
            text=str(memory["text"]),
            date=date.fromisoformat(str(memory["date"])) if memory["date"] else None,
            score=float(str(memory["score"])),
        )
        for memory in cast("list[Mapping[str, object]]", json.loads(text))
    )
