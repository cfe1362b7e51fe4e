"""A model that was asked for edits and answers with a whole new file: its meaning, as edits.

The file itself is never taken over. What stands in it is compared with what was shown.
"""

from collections.abc import Sequence

from app.memory.compaction_outcomes import RefusalReason, Refused
from app.memory.compaction_plan import CompactionEdit, Drop, Merge
from app.memory.compaction_words import coverage
from app.memory.entry_duplicates import says_the_same
from app.memory.long_term_document import TITLE, BlockKind, Entry, LongTermDocument

_HALF = 0.5


def is_rewrite(reply: str) -> bool:
    return _title_line(LongTermDocument(reply)) is not None


def edits_from_rewrite(
    reply: str, entries: Sequence[Entry], shown: Sequence[int]
) -> tuple[CompactionEdit, ...] | Refused:
    """What is missing was dropped, what is new was made of what is missing."""
    document = LongTermDocument(reply)
    start = _title_line(document) or 0
    document = LongTermDocument("".join(document.lines[start:]))
    if not _has_sections(document, [entries[index] for index in shown]):
        return Refused(RefusalReason.SECTIONS_CHANGED)
    missing = list(shown)
    new_texts: list[str] = []
    for written in document.entries():
        same = next((i for i in missing if _is_same(entries[i].text, written.text)), None)
        if same is None:
            new_texts.append(written.text)
        else:
            missing.remove(same)
    edits: list[CompactionEdit] = []
    for text in new_texts:
        sources = [i for i in missing if coverage(entries[i].text, text) >= _HALF]
        if not sources:
            return Refused(RefusalReason.INVENTED)
        edits.append(Merge(tuple(sources), text))
        missing = [index for index in missing if index not in sources]
    return (*edits, *(Drop(index, "left out") for index in missing))


def _title_line(document: LongTermDocument) -> int | None:
    for block in document.blocks:
        if block.kind is BlockKind.HEADING and block.title.casefold() == TITLE.casefold():
            return block.start
    return None


def _has_sections(document: LongTermDocument, entries: Sequence[Entry]) -> bool:
    """Every section that holds entries is there, in the order of the file: an answer that ends
    early lacks the last ones.
    """
    wanted = list(dict.fromkeys(entry.section for entry in entries if entry.section))
    found = [section.title for section in document.sections()]
    return [title for title in found if title in wanted] == wanted


def _is_same(one: str, other: str) -> bool:
    return one.split() == other.split() or says_the_same(one, other)
