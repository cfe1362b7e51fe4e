"""Turns a German clause that began with "dass" into the sentence it is when it stands by itself.

Only where the subject is beyond doubt; anything else stays as it was said.
"""

import re

_PRONOUN = re.compile(
    r"(?P<who>ich|du|er|sie|es|wir|man) (?P<rest>[^,!?]+) (?P<verb>[^\W\d_]+)(?P<end>[.!]*)",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"(?P<who>(?:(?:[Dd](?:er|ie|as)|[Mm]eine?|[Uu]nsere?|[Dd]eine?|[Ee]ine?) (?:[a-zäöüß]+ )?)?"
    r"[A-ZÄÖÜ][\w-]+) (?P<rest>[^,!?]+) (?P<verb>[a-zäöüß]+)(?P<end>[.!]*)"
)
_OF_ONE_WORD = frozenset({"heißt", "heißen", "ist", "sind", "hat", "haben"})


def as_sentence(clause: str) -> str:
    """`ich in Bern wohne` is `ich wohne in Bern`."""
    found = _PRONOUN.fullmatch(clause) or _NOUN.fullmatch(clause)
    if found is None or not _is_plain(found):
        return clause
    return f"{found['who']} {found['verb']} {found['rest']}{found['end']}"


def _is_plain(clause: re.Match[str]) -> bool:
    """`mein Sohn Paul Nüsse mag`: where a name may follow the noun, the subject may be longer."""
    rest = clause["rest"]
    if clause.re is _PRONOUN or not rest[:1].isupper():
        return True
    return " " not in rest and clause["verb"] in _OF_ONE_WORD
