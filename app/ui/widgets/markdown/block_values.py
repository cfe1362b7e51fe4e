"""What a Markdown text consists of, as frozen values that can be compared. Knows no Kivy.

Blocks are flat: what stands in a list or a quotation says so in its `Place`. So a growing text
changes at its end only, and equal values keep their widgets.
"""

from dataclasses import dataclass
from enum import Enum


class Container(Enum):
    """What a block stands in, from outside in."""

    BULLETS = "bullets"
    NUMBERS = "numbers"
    QUOTE = "quote"


class Alignment(Enum):
    LEFT = "left"
    CENTRE = "center"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Style:
    is_bold: bool = False
    is_italic: bool = False
    is_struck: bool = False
    is_code: bool = False
    link: str = ""


PLAIN = Style()


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text in one style; it may hold line breaks."""

    text: str
    style: Style = PLAIN


Spans = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    spans: Spans


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    spans: Spans


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """`code` is exactly what a person would copy: no fence, no last line break."""

    language: str
    code: str


@dataclass(frozen=True, slots=True)
class Table:
    """The first row is the heading; every row has as many cells as there are alignments."""

    alignments: tuple[Alignment, ...]
    rows: tuple[tuple[Spans, ...], ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across."""


Block = Paragraph | Heading | CodeBlock | Table | Rule


@dataclass(frozen=True, slots=True)
class Bullet:
    """`depth` counts bulleted lists around this one."""

    depth: int


@dataclass(frozen=True, slots=True)
class Number:
    value: int


@dataclass(frozen=True, slots=True)
class Task:
    is_done: bool


Marker = Bullet | Number | Task


@dataclass(frozen=True, slots=True)
class Place:
    """`marker` is set for the first block of a list item. A tight block clings to the one above."""

    containers: tuple[Container, ...] = ()
    marker: Marker | None = None
    is_tight: bool = False


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    block: Block
    place: Place = Place()


Blocks = tuple[PlacedBlock, ...]
