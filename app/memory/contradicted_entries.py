"""Which entries say otherwise about the same thing, so that a newer fact can take their place.

Below a heading of the person's own the thing may be another: "Name: Rex" is not the person's name.
"""

from app.memory.fact_slots import contradicts, slot_of
from app.memory.long_term_document import (
    SECTION_LEVEL,
    STANDARD_SECTIONS,
    BlockKind,
    Entry,
    LongTermDocument,
)


def entries_contradicting(document: LongTermDocument, text: str) -> list[Entry]:
    """Entries that give what the text is about another value; none for what has no one value."""
    slot = slot_of(text)
    if slot is None:
        return []
    return [
        entry
        for entry in entries_of_the_person(document)
        if (other := slot_of(entry.text)) is not None and contradicts(slot, other)
    ]


def entries_of_the_person(document: LongTermDocument) -> list[Entry]:
    """Those below the six headings."""
    own_lines = _lines_below_own_headings(document)
    return [entry for entry in document.entries() if entry.first_line not in own_lines]


def _lines_below_own_headings(document: LongTermDocument) -> set[int]:
    """First lines of the entries that stand below other headings than the six."""
    found: set[int] = set()
    is_own = False
    for block in document.blocks:
        if block.kind is BlockKind.HEADING:
            is_own = block.level > SECTION_LEVEL or block.title not in STANDARD_SECTIONS
        elif block.kind is BlockKind.ENTRY and is_own:
            found.add(block.start + 1)
    return found
