"""Cuts a memory file into chunks along its Markdown: a bullet with what hangs below it, a
paragraph, a table, a code block, each with the headings above it.

Every line that is not blank, a rule or hidden metadata is in a chunk or in its heading path.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from app.memory.text.splitting import split_to_fit

_COMMENT_BEGIN, _COMMENT_END = "<!--", "-->"
_SHORT_COMMENT = re.compile(r"<!--[^<>\n]*-->")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}=+[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_BULLET = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)")
_FENCE = re.compile(r"[ \t]*(?P<marks>`{3,}|~{3,})")
_PLAIN_BULLET = re.compile(r"[-*+] \w")
_PATH_SEPARATOR = " › "
_LONGEST_HEADING = 120
"""What a heading gives as context; a longer one is a chunk of its own besides."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """`headings` from the outermost to the nearest. `line` is where it begins, from 0."""

    text: str
    headings: tuple[str, ...]
    line: int

    @property
    def heading_path(self) -> str:
        return _PATH_SEPARATOR.join(self.headings)


@dataclass(frozen=True, slots=True)
class Block:
    """What hangs together, before it is made to fit the model's window."""

    lines: tuple[str, ...]
    headings: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class PlainBullets:
    """Bullets of one line each, one below the other: nearly all of a long file. Each is a block."""

    lines: list[str]
    headings: tuple[str, ...]
    line: int

    def blocks(self) -> Iterator[Block]:
        for number, line in enumerate(self.lines, self.line):
            yield Block((line,), self.headings, number)


Fits = Callable[[str], bool]
"""Whether a chunk with its headings is short enough for the model's window."""


def chunk_markdown(text: str, *, fits: Fits | None = None) -> tuple[Chunk, ...]:
    """The chunks in file order; those that do not fit are split (S5.4)."""
    chunks: list[Chunk] = []
    for piece in markdown_pieces(text):
        for block in (piece,) if isinstance(piece, Block) else piece.blocks():
            chunks.extend(chunks_of_block(block, fits))
    return tuple(chunks)


def markdown_pieces(text: str) -> list[Block | PlainBullets]:
    """The whole file in its order."""
    visible = _without_comments(
        text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    )
    return _Scanner(visible.split("\n")).pieces()


def _without_comments(text: str) -> str:
    """Line numbers stay true."""
    # The marks of ten thousand entries, each begun and ended in its line, are taken out at once.
    short = _SHORT_COMMENT.sub("", text)
    return short if _COMMENT_BEGIN not in short else _without_long_comments(text)


def _without_long_comments(text: str) -> str:
    """Searched by hand: a pattern takes the square of the length where many comments are begun and
    none is ended.
    """
    kept: list[str] = []
    at = 0
    while (begin := text.find(_COMMENT_BEGIN, at)) >= 0:
        end = text.find(_COMMENT_END, begin + len(_COMMENT_BEGIN))
        if end < 0:
            break
        kept.append(text[at:begin])
        if lines := text.count("\n", begin, end):
            kept.append("\n" * lines)
        at = end + len(_COMMENT_END)
    kept.append(text[at:])
    return "".join(kept)


def chunks_of_block(block: Block, fits: Fits | None) -> Iterator[Chunk]:
    text = "\n".join(block.lines).strip("\n").rstrip()
    if fits is None or fits(_embedded(text, block.headings)):
        yield Chunk(text, block.headings, block.line)
        return
    headings = _short_enough((*block.headings, *_parent_line(block)), fits)
    for part in split_to_fit(text, lambda piece: fits(_embedded(piece, headings))):
        yield Chunk(part, headings, block.line)


def _embedded(text: str, headings: tuple[str, ...]) -> str:
    return "\n".join((*headings, text))


def _short_enough(headings: tuple[str, ...], fits: Fits) -> tuple[str, ...]:
    """Headings may take half the window at most; the outermost are given up first."""
    while headings and not fits(_embedded("\n".join(headings), headings)):
        headings = headings[1:]
    return headings


def _parent_line(block: Block) -> tuple[str, ...]:
    """The first line of a long bullet goes with each of its parts."""
    first = block.lines[0]
    bullet = _BULLET.match(first)
    if bullet is None or len(block.lines) == 1:
        return ()
    return (first[bullet.end() :].strip()[:_LONGEST_HEADING],)


@dataclass(slots=True)
class _Heading:
    """`has_shown` once something below it carries it in its path."""

    level: int
    title: str
    line: int
    has_shown: bool = False

    @property
    def short(self) -> str:
        return self.title[:_LONGEST_HEADING].rstrip()


class _Scanner:
    """One pass over the lines. A heading without anything below it is a chunk of its own."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._headings: list[_Heading] = []
        self._known_path: tuple[str, ...] | None = None
        self._open: list[str] = []
        self._open_line = 0
        self._bullet_indent: int | None = None
        self._fence = ""
        self._done: list[Block | PlainBullets] = []

    def pieces(self) -> list[Block | PlainBullets]:
        lines = self._lines
        is_plain = bytes(map(bool, map(_PLAIN_BULLET.match, lines))) + b"\0"
        number = 0
        while number < len(lines):
            # What follows the last bullet of a run may belong to it: that one is taken as any line.
            last = is_plain.index(0, number) - 1
            if last > number and not self._fence:
                self._take_run(number, lines[number:last])
                number = last
            self._take(number, lines[number])
            number += 1
        self._close()
        self._leave_headings(0)
        return sorted(self._done, key=lambda piece: piece.line)

    def _take_run(self, number: int, bullets: list[str]) -> None:
        self._close()
        self._done.append(PlainBullets(bullets, self._path(), number))

    def _take(self, number: int, line: str) -> None:
        if self._fence:
            self._take_fenced(line)
        elif not line.strip():
            self._take_blank()
        elif _RULE.match(line):
            self._close()
        elif heading := _HEADING.match(line):
            self._take_heading(number, len(heading[1]), (heading[2] or "").strip())
        elif _UNDERLINE.match(line) and len(self._open) == 1 and self._bullet_indent is None:
            title = self._open.pop()
            self._take_heading(number - 1, 1, title.strip())
        else:
            self._take_text(number, line)

    def _take_fenced(self, line: str) -> None:
        self._open.append(line)
        bare = line.strip()
        if bare.startswith(self._fence) and not bare.strip(self._fence[0]):
            self._fence = ""
            if self._bullet_indent is None:
                self._close()

    def _take_blank(self) -> None:
        """Inside a bullet an indented line may still follow; anything else ends here."""
        if self._bullet_indent is None:
            self._close()
        elif self._open:
            self._open.append("")

    def _take_heading(self, number: int, level: int, title: str) -> None:
        self._close()
        self._leave_headings(level)
        if title:
            self._headings.append(_Heading(level, title, number))
            self._known_path = None

    def _leave_headings(self, level: int) -> None:
        while self._headings and self._headings[-1].level >= level:
            left = self._headings.pop()
            self._known_path = None
            if not left.has_shown or left.short != left.title:
                self._done.append(Block((left.title,), self._path(), left.line))

    def _take_text(self, number: int, line: str) -> None:
        wide = line.expandtabs(4)
        indent = len(wide) - len(wide.lstrip())
        fence = _FENCE.match(line)
        if _BULLET.match(line) and not self._hangs_below(indent):
            self._close()
            self._bullet_indent = indent
        elif self._ends_bullet(indent) or (fence and self._bullet_indent is None):
            self._close()
        if not self._open:
            self._open_line = number
        self._open.append(line)
        if fence:
            self._fence = fence["marks"]

    def _hangs_below(self, indent: int) -> bool:
        return self._bullet_indent is not None and indent > self._bullet_indent

    def _ends_bullet(self, indent: int) -> bool:
        """Text after a blank line that is not indented no longer belongs to the bullet."""
        return (
            self._bullet_indent is not None
            and bool(self._open)
            and not self._open[-1].strip()
            and indent <= self._bullet_indent
        )

    def _close(self) -> None:
        lines = self._open
        while lines and not lines[-1].strip():
            lines.pop()
        if lines:
            self._done.append(Block(tuple(lines), self._path(), self._open_line))
        self._open = []
        self._bullet_indent = None
        self._fence = ""

    def _path(self) -> tuple[str, ...]:
        """The same for all that stands between two headings, so it is made once."""
        if self._known_path is None:
            for heading in self._headings:
                heading.has_shown = True
            self._known_path = tuple(heading.short for heading in self._headings)
        return self._known_path
