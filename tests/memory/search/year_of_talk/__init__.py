"""A year of one household's memory in seven languages, and questions about it.

`<language>.md` holds what is remembered: entries of MEMORY.md, daily logs (`## <date>: <word>`) and
conversations (`## <date>: <word> <name>`), whose lines name their author. `<language>.json` holds
questions: kind, question, and a piece of the one line that answers it ("": nothing does).
"""

import json
import re
from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import cast

FOLDER = Path(__file__).parent
LANGUAGES = ("english", "german", "spanish", "chinese", "japanese", "korean", "russian")
TODAY = date(2026, 2, 28)
NEGATIVE = "negative"

_LONG_TERM = re.compile(r"MEMORY\.md: (.+)")
_DATED = re.compile(r"(\d{4}-\d\d-\d\d): \S+(?: (.+))?")
_SAID = re.compile(r"(person|assistant): (.+)")


@dataclass(frozen=True, slots=True)
class Talk:
    name: str
    day: date
    said: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Question:
    language: str
    kind: str
    text: str
    answered_by: str


@dataclass(frozen=True, slots=True)
class Year:
    """`long_term` and `logs` are whole files as the app would keep them."""

    long_term: str
    logs: dict[date, str]
    talks: tuple[Talk, ...]
    questions: tuple[Question, ...]


def read_year() -> Year:
    long_term = ["# Long-term Memory"]
    logs: defaultdict[date, list[str]] = defaultdict(list)
    talks: list[Talk] = []
    for language in LANGUAGES:
        text = (FOLDER / f"{language}.md").read_text(encoding="utf-8")
        for part in text.split("## ")[1:]:
            title, _, rest = part.partition("\n")
            bullets = [line.removeprefix("- ") for line in rest.splitlines() if line.strip()]
            if section := _LONG_TERM.fullmatch(title):
                long_term.append(_section(section[1], bullets))
            elif dated := _DATED.fullmatch(title):
                day = date.fromisoformat(dated[1])
                if dated[2]:
                    talks.append(Talk(f"{language} {dated[2]}", day, tuple(map(_said, bullets))))
                else:
                    logs[day] += bullets
    files = {day: _section(f"Daily Log - {day}", bullets, "#") for day, bullets in logs.items()}
    return Year("\n\n".join(long_term) + "\n", files, tuple(talks), _questions())


def _section(title: str, bullets: list[str], marks: str = "##") -> str:
    return "\n".join((f"{marks} {title}", "", *(f"- {bullet}" for bullet in bullets))) + "\n"


def _said(line: str) -> tuple[str, str]:
    parts = _SAID.fullmatch(line)
    assert parts, f"nobody says: {line}"
    return parts[1], parts[2]


def _questions() -> tuple[Question, ...]:
    found: list[Question] = []
    for language in LANGUAGES:
        content = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
        for kind, text, answered_by in cast("list[tuple[str, str, str]]", content):
            found.append(Question(language, kind, text, answered_by))
    return tuple(found)
