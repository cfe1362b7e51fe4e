"""Reads evaluation files: LoCoMo's and SQuAD's forms become collections of turns and questions."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

ADVERSARIAL = 5
_FIRST_DAY = datetime(2023, 1, 1, tzinfo=UTC)
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
        read = map(_conversation, conversations)
        return tuple(conversation for conversation in read if conversation.turns)
    return (_passages(cast("dict[str, Any]", content)),)


def _conversation(content: dict[str, Any]) -> Collection:
    turns: list[Turn] = []
    said_at = _FIRST_DAY
    for turn in content.get("turns") or ():
        # A time nobody can read is that of the turn before.
        said_at = moment_of(str(turn.get("when") or "")) or said_at
        turns.append(
            Turn(
                id=str(turn["id"]),
                session=f"session-{turn.get('session')}",
                said_at=said_at,
                speaker=turn.get("speaker") or None,
                text=" ".join(filter(None, (turn.get("text"), turn.get("caption")))),
            )
        )
    known = {turn.id for turn in turns}
    questions = tuple(
        AskedQuestion(question["question"], int(question.get("category") or 4), evidence)
        for question in content.get("questions") or ()
        if (evidence := frozenset(map(str, question.get("evidence") or ())) & known)
    )
    return Collection(str(content.get("conversation", "")), tuple(turns), questions)


def moment_of(text: str) -> datetime | None:
    """ISO 8601, or as LoCoMo itself writes: `1:56 pm on 8 May, 2023`. Without a zone it is UTC."""
    for read in (datetime.fromisoformat, _as_locomo_writes, _day_month_year):
        try:
            moment = read(text.strip())
        except ValueError:
            continue
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    return None


def _as_locomo_writes(text: str) -> datetime:
    return datetime.strptime(text.lower(), "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


def _day_month_year(text: str) -> datetime:
    return datetime.strptime(text.replace(",", ""), "%d %B %Y").replace(tzinfo=UTC)


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
