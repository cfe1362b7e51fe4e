"""MEMORY.md as a list of blocks over its own lines: headings, entries, other text.

Lossless: the document keeps the lines themselves, and a block only says where it stands. Must
never fail, whatever a person typed, and never take a line of code for an entry or a heading.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

from app.memory.entry_text import EntryMarks, content_column, without_marks
from app.memory.markdown_lines import (
    BULLET,
    FENCE,
    HEADING,
    ORDERED_ITEM,
    SETEXT_UNDERLINE,
    THEMATIC_BREAK,
    closes_fence,
    heading_title,
    newline_of,
    split_lines,
)

TITLE = "Long-term Memory"
STANDARD_SECTIONS = (
    "User Profile",
    "Preferences",
    "Interests",
    "Workflow",
    "Projects",
    "Notes",
)
SECTION_LEVEL = 2
# What ends a paragraph without a blank line.
_INTERRUPTION = re.compile(
    r"\ufeff? {0,3}(?:#{1,6}(?:[ \t]|\r?\n?\Z)|[-*+][ \t]+\S|`{3,}[^`]*\Z|~{3,}|<!--"
    r"|\d{1,9}[.)][ \t]|([-*_])[ \t]*(?:\1[ \t]*){2,}\r?\n?\Z)"
)
_WHOLE_COMMENT = re.compile(r"<!--.*?-->")
_PLAIN_BULLET = re.compile(r"[-*+] \w")
_CODE_INDENT = 4


class BlockKind(Enum):
    HEADING = auto()
    ENTRY = auto()
    TEXT = auto()
    OPAQUE = auto()
    """Code, comments and rules: nothing inside is anybody's entry."""


class Block(NamedTuple):
    """Lines `start` to `end` (exclusive). `prefix` is what precedes an entry's first word."""

    kind: BlockKind
    start: int
    end: int
    prefix: str = ""
    level: int = 0
    title: str = ""


class _PlainEntries(NamedTuple):
    """Lines of which each is an entry: nearly all of a long file. An edit of one entry among ten
    thousand need not make a block of every other.
    """

    start: int
    end: int

    def block(self, at: int, lines: Sequence[str]) -> Block:
        return Block(BlockKind.ENTRY, at, at + 1, lines[at][:2])

    def blocks(self, lines: Sequence[str]) -> list[Block]:
        return [self.block(at, lines) for at in range(self.start, self.end)]


_Piece = Block | _PlainEntries


@dataclass(frozen=True, slots=True)
class Entry:
    """One bullet with its continuation lines. `text` is what a person reads: dedented, unmarked.
    Lines count from 1, as editors do.
    """

    section: str
    text: str
    marks: EntryMarks
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of level 1 or 2 with the entries below it; title "" before the first one."""

    title: str
    entries: tuple[Entry, ...]


class LongTermDocument:
    """`has_open_block`: a code block or comment that a person never closed. It is read as plain
    text, and an edit must not close it by accident.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = split_lines(text)
        self.newline = newline_of(text)
        parser = _Parser(self.lines)
        self._pieces = parser.parse()
        self.has_open_block = parser.has_open_block

    @cached_property
    def blocks(self) -> list[Block]:
        found: list[Block] = []
        for piece in self._pieces:
            found += (piece,) if isinstance(piece, Block) else piece.blocks(self.lines)
        return found

    def headings(self) -> list[Block]:
        return [it for it in self._pieces if isinstance(it, Block) and it.kind is BlockKind.HEADING]

    def entries(self) -> tuple[Entry, ...]:
        return tuple(entry for section in self.sections() for entry in section.entries)

    def entry_blocks(self) -> list[Block]:
        return [block for block in self.blocks if block.kind is BlockKind.ENTRY]

    def entries_at(self, lines: Iterable[int]) -> list[Block]:
        """The entries these lines (from 0, in order) belong to."""
        found: list[Block] = []
        for line in lines:
            block = self._block_at(line)
            if block and block.kind is BlockKind.ENTRY and block not in found[-1:]:
                found.append(block)
        return found

    def last_before(self, stop: int, start: int) -> Block | None:
        """Of the lines `start` to `stop` (exclusive) the last entry, else the last block."""
        first = bisect_left(self._pieces, start, key=_start_of)
        below = self._pieces[first : bisect_left(self._pieces, stop, key=_start_of)]
        for piece in reversed(below):
            if isinstance(piece, _PlainEntries):
                return piece.block(piece.end - 1, self.lines)
            if piece.kind is BlockKind.ENTRY:
                return piece
        return self._block_at(below[-1].start) if below else None

    def _block_at(self, line: int) -> Block | None:
        place = bisect_right(self._pieces, line, key=_start_of) - 1
        piece = self._pieces[max(place, 0)] if self._pieces else None
        if piece is None or not piece.start <= line < piece.end:
            return None
        return piece if isinstance(piece, Block) else piece.block(line, self.lines)

    def sections(self) -> tuple[Section, ...]:
        """In the file's order; a deeper heading belongs to the section it stands in."""
        found: list[tuple[str, list[Entry]]] = [("", [])]
        for block in self.blocks:
            if block.kind is BlockKind.ENTRY:
                found[-1][1].append(self._entry(block, found[-1][0]))
            elif block.kind is BlockKind.HEADING and block.level <= SECTION_LEVEL:
                found.append(("" if _is_title(block) else block.title, []))
        return tuple(Section(title, tuple(entries)) for title, entries in found if title or entries)

    def block_text(self, block: Block) -> str:
        """What a person reads there."""
        first, column = self.lines[block.start], 0
        if block.kind is BlockKind.ENTRY:
            first = without_marks(first)[0][len(block.prefix) :]
            column = content_column(block.prefix)
        if block.end == block.start + 1:
            return first.strip()
        rest = [_dedented(line, column) for line in self.lines[block.start + 1 : block.end]]
        return "\n".join(line.rstrip() for line in [first, *rest]).strip()

    def raw_text(self, block: Block) -> str:
        return "".join(self.lines[block.start : block.end])

    def visible_text(self) -> str:
        """The whole text without the marks: for prompts and the index."""
        lines = self.lines.copy()
        for block in self.entry_blocks():
            lines[block.start], _ = without_marks(lines[block.start])
        return "".join(lines)

    def _entry(self, block: Block, section: str) -> Entry:
        _, marks = without_marks(self.lines[block.start])
        return Entry(section, self.block_text(block), marks, block.start + 1, block.end)


def interrupts_paragraph(line: str) -> bool:
    return _INTERRUPTION.match(line) is not None


def indent_of(line: str) -> int:
    blank = line[: len(line) - len(line.lstrip(" \t"))]
    return len(blank.expandtabs(4))


def item_end(lines: Sequence[str], start: int, stop: int, prefix: str) -> int:
    """Where the bullet that starts at `start` ends: its indented and its lazily continued lines."""
    column = content_column(prefix)
    end = start + 1
    fence, is_paragraph = _after_line("", without_marks(lines[start])[0][len(prefix) :])
    for number in range(start + 1, stop):
        line = lines[number]
        if not line.strip():
            is_paragraph = False
        elif not fence and HEADING.match(line):
            # Markdown would let an indented heading be part of the bullet; nobody means that.
            break
        elif indent_of(line) >= column:
            fence, is_paragraph = _after_line(fence, _dedented(line, column))
            end = number + 1
        elif is_paragraph and not interrupts_paragraph(line) and not BULLET.match(line):
            end = number + 1
        else:
            break
    return end


class _Parser:
    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        # Fences that nobody closes are plain text, or the rest of the file would be code.
        self._unclosed: dict[str, int] = {}
        self._has_open_comment = False
        self.has_open_block = False

    def parse(self) -> list[_Piece]:
        pieces: list[_Piece] = []
        lines = self._lines
        # The short way for what nearly every line is: a one-line bullet above another.
        is_plain = bytes(map(bool, map(_PLAIN_BULLET.match, lines)))
        number = 0
        while number < len(lines):
            after = is_plain.find(0, number)
            last = len(lines) if after < 0 else after - 1
            if last > number:
                pieces.append(_PlainEntries(number, last))
                number = last
            elif lines[number].strip("\ufeff \t\r\n"):
                block = self._block(number)
                pieces.append(block)
                number = block.end
            else:
                number += 1
        return pieces

    def _block(self, start: int) -> Block:
        line = self._lines[start]
        if (bullet := BULLET.match(line)) and not THEMATIC_BREAK.match(line):
            prefix = bullet[0] if bullet[3] else f"{bullet[1]}{bullet[2]}"
            end = item_end(self._lines, start, len(self._lines), prefix)
            return Block(BlockKind.ENTRY, start, end, prefix)
        if heading := HEADING.match(line):
            level, title = len(heading[1]), heading_title(line)
            return Block(BlockKind.HEADING, start, start + 1, level=level, title=title)
        if THEMATIC_BREAK.match(line):
            return Block(BlockKind.OPAQUE, start, start + 1)
        opaque_end = self._code_end(start) or self._comment_end(start)
        return Block(BlockKind.OPAQUE, start, opaque_end) if opaque_end else self._text(start)

    def _text(self, start: int) -> Block:
        is_code = indent_of(self._lines[start]) >= _CODE_INDENT
        for number in range(start + 1, len(self._lines)):
            line = self._lines[number]
            if is_code and indent_of(line) < _CODE_INDENT:
                return Block(BlockKind.TEXT, start, number)
            if underline := SETEXT_UNDERLINE.match(line):
                title = " ".join(part.strip() for part in self._lines[start:number])
                level = 1 if underline[1][0] == "=" else 2
                return Block(BlockKind.HEADING, start, number + 1, level=level, title=title)
            if not line.strip() or interrupts_paragraph(line) or ORDERED_ITEM.match(line):
                return Block(BlockKind.TEXT, start, number)
        return Block(BlockKind.TEXT, start, len(self._lines))

    def _code_end(self, start: int) -> int:
        found = FENCE.match(self._lines[start])
        if found is None:
            return 0
        fence = found[1]
        if len(fence) >= self._unclosed.get(fence[0], len(fence) + 1):
            return 0
        for number in range(start + 1, len(self._lines)):
            if closes_fence(self._lines[number], fence):
                return number + 1
        self._unclosed[fence[0]] = len(fence)
        self.has_open_block = True
        return 0

    def _comment_end(self, start: int) -> int:
        """After the line that closes a comment; the marks of entries that a person commented out
        do not close it.
        """
        first = self._lines[start].lstrip("\ufeff ")
        if self._has_open_comment or not first.startswith("<!--"):
            return 0
        if "-->" in first:
            return start + 1
        for number in range(start + 1, len(self._lines)):
            if "-->" in _WHOLE_COMMENT.sub("", self._lines[number]):
                return number + 1
        self._has_open_comment = True
        self.has_open_block = True
        return 0


def _after_line(fence: str, content: str) -> tuple[str, bool]:
    """The open code fence inside an entry after this line, and whether text may run on lazily."""
    if fence:
        return ("" if closes_fence(content, fence) else fence), False
    if found := FENCE.match(content):
        return found[1], False
    return "", bool(content.strip()) and not HEADING.match(content)


def _dedented(line: str, columns: int) -> str:
    blank = line[: len(line) - len(line.lstrip(" \t"))].expandtabs(4)
    return blank[columns:] + line.lstrip(" \t")


def _start_of(piece: _Piece) -> int:
    return piece.start


def _is_title(block: Block) -> bool:
    return block.level == 1 and block.title.casefold() == TITLE.casefold()
