"""Takes a forgotten fact out of a text: its whole entry, or the lines that say it (S9.3).

The same for the files as they are and for every old version of them, so that the two agree. Must
leave none of the texts behind, and no line without one of them out.
"""

from collections.abc import Sequence
from unicodedata import normalize

from app.memory.entry_text import without_marks
from app.memory.long_term_document import BlockKind, LongTermDocument
from app.memory.long_term_edits import remove_block
from app.memory.markdown_lines import BULLET, split_lines

SHORTEST_TELLING_TEXT = 12
"""Shorter words stand inside other words; they are looked for as an entry of their own."""


def telling_texts(fact: str) -> tuple[str, ...]:
    """What to look for: the lines of the fact that nobody else would have written."""
    lines = [_bare(line.strip()) for line in fact.splitlines()]
    lines = [line for line in lines if line]
    telling = tuple(dict.fromkeys(line for line in lines if len(line) >= SHORTEST_TELLING_TEXT))
    return telling or tuple(f"- {line}" for line in lines[:1])


def without_facts(path: str, text: str, forgotten: Sequence[str]) -> str:
    """`forgotten` are telling texts."""
    del path
    wanted = tuple(normalize("NFC", one.strip()) for one in forgotten if one.strip())
    document = LongTermDocument(text)
    while block := next(
        (
            block
            for block in document.blocks
            if block.kind is BlockKind.ENTRY and _says(document.raw_text(block), wanted)
        ),
        None,
    ):
        document = LongTermDocument(remove_block(document, block))
    lines = split_lines(document.text)
    return "".join(line for line in lines if not _says(line, wanted))


def _says(text: str, wanted: Sequence[str]) -> bool:
    composed = normalize("NFC", text.replace("\r\n", "\n"))
    return any(one in composed for one in wanted)


def _bare(line: str) -> str:
    """Without its bullet and its marks."""
    line, _ = without_marks(line)
    bullet = BULLET.match(line)
    return (line[bullet.end() :] if bullet else line).strip()
