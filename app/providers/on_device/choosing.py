"""Reads the answer to "which one?": a number, an ordinal, all, none."""

import re
from dataclasses import dataclass

_LISTED = re.compile(r"(?m)^(?P<number>\d+)\. (?P<text>“.*”)$")
_ORDINALS = (
    r"first|erste\w*|primer[oa]?|premi(?:er|ère)|第一",
    r"second|zweite\w*|segund[oa]|deuxième|第二",
    r"third|dritte\w*|tercer[oa]?|troisième|第三",
    r"fourth|vierte\w*|cuart[oa]|quatrième|第四",
    r"fifth|fünfte\w*|quint[oa]|cinquième|第五",
)
_NUMBER = re.compile(
    r"\W*(?:number|no\.?|nr\.?|#|the)?\s*(?P<number>\d{1,2})\W*(?:one|please)?\W*", re.IGNORECASE
)
_ALL = re.compile(
    r"\W*(?:all|all of them|both|everything|alle|beide|todos|todas|tous|全部|都)\W*", re.IGNORECASE
)
_NONE = re.compile(
    r"\W*(?:none|no|nope|neither|nothing|cancel|stop|never ?mind|keine\w*|nein|abbrechen"
    r"|ningun[oa]|no"
    r"|aucune?|non|不用?|取消)\W*",
    re.IGNORECASE,
)
_FEW_WORDS = 6


@dataclass(frozen=True, slots=True)
class Chosen:
    """The listed texts that were chosen, as they were shown."""

    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChoseNone:
    pass


def read_choice(answer: str, question: str) -> Chosen | ChoseNone | None:
    """None: the answer is about something else."""
    listed = {int(found["number"]): found["text"] for found in _LISTED.finditer(question)}
    if not listed or len(answer.split()) > _FEW_WORDS:
        return None
    if _NONE.fullmatch(answer):
        return ChoseNone()
    if _ALL.fullmatch(answer):
        return Chosen(tuple(listed.values()))
    number = _number(answer)
    return Chosen((listed[number],)) if number in listed else None


def _number(answer: str) -> int:
    if found := _NUMBER.fullmatch(answer):
        return int(found["number"])
    for number, ordinal in enumerate(_ORDINALS, 1):
        if re.search(rf"\b(?:{ordinal})\b|(?:{ordinal})个", answer, re.IGNORECASE):
            return number
    return 0
