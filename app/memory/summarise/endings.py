"""Statements that something is over: a job, a home, a habit, a love.

Says what it was called, so that the entry that still tells of it can be found. Only the person's
own: what others gave up is not theirs.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.memory.text.function_words import function_words_of
from app.memory.text.words import fold, words_of

_LANGUAGES = ("german", "spanish", "french", "russian")
_CLAUSE = r"(?P<about>[^,;:.!?。，！]+)"
_NAME = r"(?-i:[^\W\d_a-zß-ÿа-яё])[\w'-]+"
_BECAUSE = re.compile(
    r"\b(?:because|since|due to|after|last|yesterday|today|weil|wegen|porque|parce|потому)\b.*",
    re.IGNORECASE | re.DOTALL,
)
_POINTING = re.compile(r"\b(?:it|this|that|so much|so|das|es|eso|esto|ça)\b", re.IGNORECASE)
_NO_NAME = frozenset(
    "my job work position mein job arbeit stelle trabajo empleo mon travail poste emploi".split()
)


class EndingKind(StrEnum):
    HABIT = "habit"
    JOB = "job"
    LOVE = "love"


@dataclass(frozen=True, slots=True)
class Ending:
    """`about`: the folded words that name it; none where only its kind was said ("I got fired")."""

    kind: EndingKind
    about: frozenset[str]


_JOB = (
    (
        rf"i(?:'ve| have)? (?:just )?(?:left|quit|resigned from|stopped working (?:at|for)"
        rf"|(?:got|was) (?:fired|laid off) (?:from|by)) {_CLAUSE}"
    ),
    (
        r"i(?:'ve| have)? (?:just )?(?:quit|resigned|handed in my notice)\W*\Z|i (?:got|was"
        r"|have been) (?:fired|laid off)"
    ),
    rf"ich habe (?:meinen job |meine stelle )?(?:bei|in der|im) {_CLAUSE} gekündigt",
    r"ich habe (?:meinen job |meine stelle )?gekündigt|mir wurde gekündigt",
    rf"(?:he dejado|dejé|he renunciado a|renuncié a) (?:mi (?:trabajo|empleo)(?: en)?) {_CLAUSE}",
    r"(?:he dejado|dejé) mi (?:trabajo|empleo)|me (?:han despedido|despidieron)",
    rf"j'ai (?:quitté|démissionné de) (?:mon (?:travail|poste|emploi)(?: chez)?) {_CLAUSE}",
    r"j'ai (?:démissionné|quitté mon (?:travail|poste|emploi))|j'ai été licencié",
    r"я уволил(?:ся|ась)|меня уволили|我(?:已经|刚)?(?:辞职|离职|被裁|被解雇)",
)
_LOVE = (
    (
        rf"(?P<about>{_NAME}) and i (?:broke up|split up|separated|are no longer together"
        r"|are divorced|got divorced|are getting divorced)"
    ),
    rf"i (?:broke up with|split up with|divorced) (?P<about>{_NAME})",
    rf"(?P<about>{_NAME}) und ich haben uns getrennt",
    rf"ich habe mich von (?P<about>{_NAME}) getrennt",
    rf"(?P<about>{_NAME}) y yo (?:rompimos|hemos roto|lo dejamos|lo hemos dejado|nos separamos)",
    rf"(?P<about>{_NAME}) et moi (?:avons rompu|nous sommes séparés)",
    rf"мы с (?P<about>{_NAME}) расстались",
    r"我(?:和|跟)(?P<about>[^，。]{1,6}?)分手了?",
)
_HABIT = (
    rf"i(?:'m| am)? no longer {_CLAUSE}",
    r"i(?:'m| am) not (?P<about>[^,;:.!?]+?) any ?more\b",
    r"i (?:don't|do not) (?P<about>[^,;:.!?]+?) any ?more\b",
    r"i(?:'ve| have)? stopped (?P<about>\w+ing\b[^,;:.!?]*)",
    rf"i(?:'ve| have)? (?:quit|given up|gave up)(?: on)? {_CLAUSE}",
    (
        r"ich (?P<about>[^,;:.!?]*?)\b(?:nicht|kein\w*) (?P<other>[^,;:.!?]*?)\bmehr\b"
        r"(?P<after>[^,;:.!?]*)"
    ),
    r"ich habe (?:mit (?:dem |der )?)(?P<about>[\w-]+) aufgehört",
    rf"ya no {_CLAUSE}|(?:he dejado|dejé) de (?P<other>[^,;:.!?]+)",
    r"je n(?:e |')(?P<about>[^,;:.!?]+?) plus\b(?P<other>[^,;:.!?]*)",
    rf"я больше не {_CLAUSE}",
    r"我(?:已经)?不再(?P<about>[^，。！]+)|我(?:已经)?不(?P<other>[^，。！]+)了\W*\Z",
)
_ALL = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, patterns in (
        (EndingKind.JOB, _JOB),
        (EndingKind.LOVE, _LOVE),
        (EndingKind.HABIT, _HABIT),
    )
    for pattern in patterns
)


def ending_in(statement: str) -> Ending | None:
    """None for whatever does not begin with saying that something is over."""
    return next(_endings(statement), None)


def telling(text: str) -> frozenset[str]:
    """The folded words of a text that carry its subject, whatever its language."""
    words = words_of(text)
    fillers = {word for name in _LANGUAGES for word in function_words_of(name)}
    return frozenset(word for word in words if word not in fillers)


def _endings(statement: str) -> Iterator[Ending]:
    for kind, pattern in _ALL:
        if found := pattern.match(statement):
            said = " ".join(part for part in found.groups() if part)
            if _POINTING.search(said):
                continue
            named = _named(said, kind)
            # "I quit smoking" and "I left the house" are no jobs.
            if kind is not EndingKind.JOB or named is not None:
                yield Ending(kind, named or frozenset())


def _named(said: str, kind: EndingKind) -> frozenset[str] | None:
    """None: what was left is no work."""
    plain = _BECAUSE.sub("", said)
    if kind is not EndingKind.JOB:
        return telling(plain)
    names = [word for word in plain.split() if word[:1].isupper()]
    is_work = not plain.strip() or any(fold(word) in _NO_NAME for word in plain.split())
    return telling(" ".join(names)) if names or is_work else None
