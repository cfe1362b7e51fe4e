"""Decides which entries of long-term memory a "forget" or "change" means, or that it must be asked.

Never guesses between two: exactly one match is acted on, several are listed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.providers.on_device.intents import Change
from app.providers.on_device.word_match import names, same_text, telling_words, words_of

_SAYS_WHAT = re.compile(
    r"(?P<subject>.+?)(?P<link>\s+(?:is|are|ist|sind|es|son|est|sont)\s+|\s*[:：]\s*|是)"
    r"(?P<value>.+?)(?P<end>[.!。]?)",
    re.IGNORECASE | re.DOTALL,
)
_FULL_SENTENCE = 4


@dataclass(frozen=True, slots=True)
class Edit:
    """An empty `new_text` deletes the entry."""

    old_text: str
    new_text: str


@dataclass(frozen=True, slots=True)
class AskWhich:
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AskForWhole:
    """The entry is clear, what it shall say is not."""

    entry: str
    new: str


@dataclass(frozen=True, slots=True)
class NoneMeant:
    pass


EditPlan = Edit | AskWhich | AskForWhole | NoneMeant


def plan_forgetting(topic: str, entries: Sequence[str]) -> EditPlan:
    meant = _meant(topic, entries)
    match meant:
        case []:
            return NoneMeant()
        case [entry]:
            return Edit(entry, "")
        case several:
            return AskWhich(tuple(several))


def plan_change(change: Change, entries: Sequence[str]) -> EditPlan:
    """The first reading whose old words stand in an entry; else the one that is about an entry."""
    for old, new in change.readings:
        named = [entry for entry in entries if _names_thing(entry, old)]
        if len(named) == 1:
            return with_new_value(named[0], old, new)
        holding = [entry for entry in entries if old.casefold() in entry.casefold()]
        if len(holding) > 1:
            return AskWhich(tuple(holding))
        if holding:
            return Edit(holding[0], _replaced(holding[0], old, new))
    for old, new in change.readings:
        meant = _meant(old, entries)
        if len(meant) > 1:
            return AskWhich(tuple(meant))
        if meant:
            return with_new_value(meant[0], old, new)
    return NoneMeant()


def with_new_value(entry: str, old: str, new: str) -> EditPlan:
    """`My favourite colour is blue` with the colour changed; a whole new sentence replaces all."""
    said = _SAYS_WHAT.fullmatch(entry)
    if not _names_thing(entry, old) and old.casefold() in entry.casefold():
        return Edit(entry, _replaced(entry, old, new))
    if said and names(said["subject"], telling_words(old)):
        value = new.rstrip(".。") if said["end"] else new
        return Edit(entry, f"{said['subject']}{said['link']}{value}{said['end']}")
    if len(new.split()) >= _FULL_SENTENCE:
        return Edit(entry, new)
    return AskForWhole(entry, new)


def _names_thing(entry: str, old: str) -> bool:
    """True when the entry says what `old` is: "my favourite colour" of "… is blue"."""
    said = _SAYS_WHAT.fullmatch(entry)
    is_several_words = len(words_of(old)) > 1
    if said is None or not is_several_words:
        return False
    return words_of(said["subject"]) == words_of(old)


def _meant(topic: str, entries: Sequence[str]) -> list[str]:
    exact = [entry for entry in entries if same_text(entry, topic)]
    words = telling_words(topic)
    return exact or [entry for entry in entries if names(entry, words)]


def _replaced(entry: str, old: str, new: str) -> str:
    at = entry.casefold().find(old.casefold())
    # Folding may change lengths (ß, İ): then the words are not where they seem to be.
    if entry[at : at + len(old)].casefold() != old.casefold():
        return new
    rest = entry[at + len(old) :]
    has_full_stop = new.endswith((".", "!", "。")) and rest[:1] in {".", "!", "。"}
    begins = new[:1].upper() + new[1:] if at == 0 and entry[:1].isupper() else new
    return entry[:at] + begins + (rest[1:] if has_full_stop else rest)
