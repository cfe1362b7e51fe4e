"""Facts that a flush found go into long-term memory through the door of `save_memory` (S2.5).

What is known is dropped; what says otherwise about the same thing takes the older one's place.
Repeatable: promoting the same facts again changes nothing. Must never touch a pinned entry, and
never let an old conversation overwrite what was saved since.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from app.memory.contradicted_entries import entries_contradicting, entries_of_the_person
from app.memory.ended_entries import ends, entry_ended_by
from app.memory.entry_similarity import find_duplicate, words_of
from app.memory.entry_text import EntryOrigin
from app.memory.entry_transience import transience_of
from app.memory.fact_section import category_of
from app.memory.fact_slots import contradicts, slot_of
from app.memory.long_term_document import Entry, LongTermDocument
from app.memory.long_term_memory import CATEGORIES, LongTermMemory
from app.memory.long_term_outcomes import Duplicate, Rejected, Saved, Updated
from app.memory.summarise.endings import Ending, EndingKind
from app.memory.summarise.facts import Fact

MOST_FACTS = 200
"""More than any conversation holds; a model that runs wild stops here."""

_NOTES = CATEGORIES[-1]
_ONE_CLAUSE = re.compile(
    r"(?!.*(?:[,;:，]|\b(?:but|so|because|aber|weil|pero|mais)\b"
    r"|\b(?:and|und|y|et|и) (?:i|my|we|our|s?he|they|am|have|live|work|study|ich|mein\w*|wir|bin"
    r"|habe|wohne|arbeite|mi|vivo|trabajo|soy|tengo|je|j'|mon|ma|я|мо[йя])\b)).+",
    re.IGNORECASE | re.DOTALL,
)
_SEVERAL = re.compile(r"\b(?:and|und|y|e|et|и)\b|[和与、]", re.IGNORECASE)
_NOTHING = frozenset({"none", "nothing", "na", "keine", "ninguno", "aucun", "无"})


@dataclass(frozen=True, slots=True)
class FactSaved:
    section: str
    text: str


@dataclass(frozen=True, slots=True)
class FactReplaced:
    """The older entry says the new text now."""

    older: str
    text: str


@dataclass(frozen=True, slots=True)
class FactKnown:
    existing: str


@dataclass(frozen=True, slots=True)
class FactOutdated:
    """Something newer says otherwise; nothing was saved."""

    newer: str


@dataclass(frozen=True, slots=True)
class FactSkipped:
    """`reason` is a sentence."""

    reason: str


FactOutcome = FactSaved | FactReplaced | FactKnown | FactOutdated | FactSkipped


class PromoteFacts:
    def __init__(self, long_term: LongTermMemory) -> None:
        self._long_term = long_term

    def promote(self, facts: Iterable[Fact], said_on: date) -> tuple[FactOutcome, ...]:
        """One outcome for each fact. `said_on` is the day of the conversation, not of the flush."""
        cleaned = [replace(fact, text=_one_line(fact.text)) for fact in facts][:MOST_FACTS]
        return tuple(
            FactOutdated(later.text)
            if (later := _over_later(fact, cleaned[number + 1 :]))
            else self._promote(fact, said_on)
            for number, fact in enumerate(cleaned)
        )

    def _promote(self, fact: Fact, said_on: date) -> FactOutcome:
        if not words_of(fact.text) or "".join(words_of(fact.text)) in _NOTHING:
            return FactSkipped("It says nothing.")
        transience = transience_of(fact.text)
        if transience is not None and transience.is_sure:
            return FactSkipped(f"“{transience.words}” will not be true for long.")
        document = self._long_term.document()
        texts = [entry.text for entry in document.entries()]
        if known := find_duplicate(fact.text, texts):
            return FactKnown(texts[known.index])
        rivals = entries_contradicting(document, fact.text)
        ended = None if rivals else _ended(document, fact)
        if fact.ends and not fact.category and not rivals and not ended:
            return FactSkipped("It tells the end of what was not known.")
        # Of an entry that says more than what is over, replacing it would lose the rest.
        is_replaced = ended is not None and fact.ends is not None and _is_all(ended, fact.ends)
        return self._place(fact, [ended] if ended and is_replaced else rivals, said_on)

    def _place(self, fact: Fact, rivals: Sequence[Entry], said_on: date) -> FactOutcome:
        """`rivals` are the entries that say otherwise."""
        for rival in rivals:
            if rival.marks.saved_on is not None and rival.marks.saved_on > said_on:
                return FactOutdated(rival.text)
        replaceable = [rival for rival in rivals if not rival.marks.is_pinned]
        if replaceable:
            older = replaceable[0]
            outcome = self._long_term.replace_outdated(older, fact.text, origin=EntryOrigin.FLUSH)
            if isinstance(outcome, Updated):
                return FactReplaced(older.text, fact.text)
        # Beside a pinned one both stay, and the person decides.
        category = _NOTES if rivals else _category(fact)
        match self._long_term.save(fact.text, category, origin=EntryOrigin.FLUSH):
            case Saved(section=section, text=text):
                return FactSaved(section, text)
            case Duplicate(existing=existing):
                return FactKnown(existing)
            case Rejected(reason=reason):
                return FactSkipped(reason)


def _over_later(fact: Fact, later: Sequence[Fact]) -> Fact | None:
    """In one conversation the last word counts: promoting it again must find it in its place."""
    ended = (other for other in later if other.ends and ends(other.ends, fact.text))
    return next(ended, None) or _said_otherwise_later(fact, later)


def _said_otherwise_later(fact: Fact, later: Sequence[Fact]) -> Fact | None:
    slot = slot_of(fact.text)
    if slot is None:
        return None
    slots = [(other, slot_of(other.text)) for other in later]
    return next((fact for fact, other in slots if other and contradicts(slot, other)), None)


def _ended(document: LongTermDocument, fact: Fact) -> Entry | None:
    """The entry that still tells of what is over."""
    if fact.ends is None:
        return None
    return entry_ended_by(fact.ends, entries_of_the_person(document))


def _is_all(entry: Entry, ending: Ending) -> bool:
    """Of two medicines in one entry one may go on; a job may be on Mondays and Fridays."""
    is_list = ending.kind is EndingKind.HABIT and _SEVERAL.search(entry.text) is not None
    return not is_list and _ONE_CLAUSE.fullmatch(entry.text) is not None


def _category(fact: Fact) -> str:
    return fact.category or category_of(fact.text)


def _one_line(text: str) -> str:
    return " ".join(text.split())
