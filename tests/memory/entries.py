"""Entries for tests, as a document has them."""

from datetime import date

from app.memory.entry_text import EntryMarks, EntryOrigin
from app.memory.long_term_document import Entry


def entry(
    text: str,
    *,
    saved_on: date | None = None,
    is_pinned: bool = False,
    section: str = "Notes",
    line: int = 1,
) -> Entry:
    origin = EntryOrigin.USER if saved_on is None else EntryOrigin.TOOL
    return Entry(section, text, EntryMarks(origin, saved_on, is_pinned), line, line)


def entries(*texts: str) -> tuple[Entry, ...]:
    return tuple(entry(text, line=number) for number, text in enumerate(texts, start=1))
