"""Reads evaluation files: LoCoMo's and SQuAD's forms become collections of turns and questions."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

ADVERSARIAL = 5
_SQUAD_DAY = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Turn:
    id: str
    session: str
    said_at: datetime
    speaker: str | None
    text: str


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    text: str
    category: int
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Collection:
    name: str
    turns: tuple[Turn, ...]
    questions: tuple[AskedQuestion, ...]


def read_collections(path: Path) -> tuple[Collection, ...]:
    content: Any = json.loads(path.read_text(encoding="utf-8"))
    if isinstance(content, list):
        conversations = cast("list[dict[str, Any]]", content)
        return tuple(_conversation(conversation) for conversation in conversations)
    return (_passages(cast("dict[str, Any]", content)),)


def _conversation(content: dict[str, Any]) -> Collection:
    turns = tuple(
        Turn(
            id=turn["id"],
            session=f"session-{turn['session']}",
            said_at=datetime.fromisoformat(turn["when"]).replace(tzinfo=UTC),
            speaker=turn["speaker"],
            text=" ".join(filter(None, (turn["text"], turn.get("caption")))),
        )
        for turn in content["turns"]
    )
    known = {turn.id for turn in turns}
    questions = tuple(
        AskedQuestion(question["question"], int(question["category"]), evidence)
        for question in content["questions"]
        if (evidence := frozenset(question["evidence"]) & known)
    )
    return Collection(content["conversation"], turns, questions)


def _passages(content: dict[str, Any]) -> Collection:
    turns: list[Turn] = []
    questions: list[AskedQuestion] = []
    paragraphs = [paragraph for title in content["data"] for paragraph in title["paragraphs"]]
    for number, paragraph in enumerate(paragraphs):
        passage = f"passage-{number}"
        said_at = _SQUAD_DAY + timedelta(minutes=number)
        turns.append(Turn(passage, passage, said_at, None, paragraph["context"]))
        questions.extend(
            AskedQuestion(asked["question"], 4, frozenset({passage})) for asked in paragraph["qas"]
        )
    return Collection("passages", tuple(turns), tuple(questions))
