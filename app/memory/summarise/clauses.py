"""Takes apart what states several facts in one breath, so that each can change by itself.

"I'm Martin and I live in Graz" are two: who moves stays Martin. Only where every part is a fact on
its own; a subject that was said once is said again, nothing else is added.
"""

import re
from collections.abc import Callable, Iterator

_PLACES = (
    (re.compile(r"(?:,? and|,) (?=I(?:'m|'ve)? )"), ""),
    (re.compile(r",? and (?=(?:live|work|study|come|speak) )"), "I "),
    (re.compile(r",? und (?=ich )"), ""),
    (re.compile(r",? und (?=(?:wohne|lebe|arbeite|bin|habe|komme) )"), "ich "),
    (re.compile(r",? y (?=(?:me llamo|vivo|trabajo|soy|tengo) )"), ""),
    (re.compile(r"(?:,? et|,) (?=(?:j'|je ))"), ""),
    (re.compile(r",? и (?=я )"), ""),
    (re.compile(r"，(?=(?:住在|来自|是一))"), "我"),
)
_OF_ONESELF = re.compile(
    r"(?:I\b|my name|ich\b|mein name|me llamo|soy|vivo|je\b|j'|я\b|меня|我(?:叫|是|住|的名字))",
    re.IGNORECASE,
)


def facts_apart(statement: str, is_fact: Callable[[str], bool]) -> tuple[str, ...]:
    """The statement itself where it is one."""
    if not _OF_ONESELF.match(statement):
        return (statement,)
    parts = tuple(_parts(statement))
    return parts if len(parts) > 1 and all(map(is_fact, parts)) else (statement,)


def _parts(statement: str) -> Iterator[str]:
    cuts = sorted(
        (found.start(), found.end(), subject)
        for pattern, subject in _PLACES
        for found in pattern.finditer(statement)
    )
    start, subject = 0, ""
    for begins, ends, following in cuts:
        yield _capital(subject + statement[start:begins])
        start, subject = ends, following
    yield _capital(subject + statement[start:])


def _capital(part: str) -> str:
    return part[:1].upper() + part[1:]
