"""Markdown text to blocks, through markdown-it's tokens. Knows no Kivy, loads nothing.

HTML is text like any other. Underlined headings are off: while a list begins to grow under a
paragraph, its first dash would turn that paragraph into a heading for a moment.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from app.ui.widgets.markdown.block_values import (
    Alignment,
    Block,
    Blocks,
    Bullet,
    CodeBlock,
    Container,
    Heading,
    Marker,
    Number,
    Paragraph,
    Place,
    PlacedBlock,
    Rule,
    Span,
    Spans,
    Table,
    Task,
)
from app.ui.widgets.markdown.half_open import closed
from app.ui.widgets.markdown.inline_spans import spans_of

CONTAINERS = {
    "bullet_list_open": Container.BULLETS,
    "ordered_list_open": Container.NUMBERS,
    "blockquote_open": Container.QUOTE,
}
CONTAINER_ENDS = ("bullet_list_close", "ordered_list_close", "blockquote_close")
TASKS = {"[ ] ": False, "[x] ": True, "[X] ": True}

_PARSER = (
    MarkdownIt("commonmark", {"html": False})
    .enable(["table", "strikethrough"])
    .disable(["lheading", "html_block", "html_inline"])
)

_BLOCK_PARSER = MarkdownIt("commonmark", {"html": False})
_BLOCK_PARSER.enable(["table"]).disable(["lheading", "html_block", "inline"])
"""Finds where blocks begin without looking into them, which is most of the work."""


def blocks_of(text: str) -> Blocks:
    return tuple(_placed(_PARSER.parse(text)))


@dataclass(frozen=True, slots=True)
class GrowingBlocks:
    """What is known of a text that grows at its end: only its last blocks are read again.

    What the last block has opened and not closed yet is shown as if it were closed.
    """

    settled_text: str = ""
    settled: Blocks = ()
    tail: Blocks = ()

    @property
    def blocks(self) -> Blocks:
        return self.settled + self.tail

    def grown_to(self, text: str) -> "GrowingBlocks":
        lines = text.replace("\r\n", "\n").replace("\r", "\n")
        known = self if lines.startswith(self.settled_text) else GrowingBlocks()
        rest = lines[len(known.settled_text) :]
        # A line that still grows may yet belong to the block before it: `---` and then `---word`.
        whole_lines = rest[: rest.rfind("\n") + 1]
        line = _start_of_last_block(_BLOCK_PARSER.parse(whole_lines))
        settled = "".join(f"{whole}\n" for whole in rest.split("\n")[:line])
        return GrowingBlocks(
            known.settled_text + settled,
            known.settled + (blocks_of(settled) if settled else ()),
            blocks_of(closed(rest[len(settled) :])),
        )


def _start_of_last_block(tokens: Sequence[Token]) -> int:
    return max((token.map[0] for token in tokens if not token.level and token.map), default=0)


def _placed(tokens: Sequence[Token]) -> Iterator[PlacedBlock]:
    walk = _Walk()
    for number, token in enumerate(tokens):
        if token.type in CONTAINERS:
            walk.containers.append(CONTAINERS[token.type])
        elif token.type in CONTAINER_ENDS:
            walk.containers.pop()
        elif token.type == "list_item_open":
            walk.begin_item(token)
        elif token.type == "list_item_close":
            yield from walk.end_item()
        elif token.type == "paragraph_open":
            walk.is_tight = token.hidden
        elif token.type == "table_open":
            yield walk.place(_table(tokens[number:]))
        elif (block := _block(token, tokens[number - 1] if number else token)) is not None:
            yield walk.place(block)


class _Walk:
    """Where the reader of the tokens is: in which lists and quotations, at which item."""

    def __init__(self) -> None:
        self.containers: list[Container] = []
        self.is_tight = False
        self._marker: Marker | None = None

    def begin_item(self, token: Token) -> None:
        if self.containers[-1] is Container.NUMBERS:
            self._marker = Number(int(token.info or "1"))
        else:
            self._marker = Bullet(self.containers.count(Container.BULLETS))

    def end_item(self) -> Iterator[PlacedBlock]:
        """An item without words is still an item."""
        if self._marker is not None:
            yield self.place(Paragraph(()))

    def place(self, block: Block) -> PlacedBlock:
        marker, self._marker = self._marker, None
        if marker is not None and isinstance(block, Paragraph):
            block, marker = _as_task(block, marker)
        is_tight = self.is_tight and isinstance(block, Paragraph)
        return PlacedBlock(block, Place(tuple(self.containers), marker, is_tight))


def _as_task(block: Paragraph, marker: Marker) -> tuple[Paragraph, Marker]:
    first = block.spans[0] if block.spans else Span("")
    is_done = TASKS.get(first.text[:4])
    if is_done is None:
        return block, marker
    rest = replace(first, text=first.text[4:])
    return Paragraph((rest, *block.spans[1:])), Task(is_done)


def _block(token: Token, before: Token) -> Block | None:
    match token.type:
        case "fence":
            language = token.info.strip().split(" ")[0]
            return CodeBlock(language, token.content.removesuffix("\n"))
        case "code_block":
            return CodeBlock("", token.content.removesuffix("\n"))
        case "hr":
            return Rule()
        case "inline" if before.type == "heading_open":
            return Heading(int(before.tag[1:]), spans_of(token.children or []))
        case "inline" if before.type == "paragraph_open":
            return Paragraph(spans_of(token.children or []))
        case _:
            return None


def _table(tokens: Sequence[Token]) -> Table:
    alignments: list[Alignment] = []
    rows: list[tuple[Spans, ...]] = []
    cells: list[Spans] = []
    for token in tokens:
        match token.type:
            case "table_close":
                break
            case "th_open":
                alignments.append(_alignment(token))
            case "inline":
                cells.append(spans_of(token.children or []))
            case "tr_close":
                rows.append(tuple(cells))
                cells = []
            case _:
                continue
    return Table(tuple(alignments), tuple(rows))


def _alignment(token: Token) -> Alignment:
    style = str(token.attrGet("style") or "text-align:left")
    return Alignment(style.removeprefix("text-align:"))
