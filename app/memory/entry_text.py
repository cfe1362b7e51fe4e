"""What stands in one entry: the words a person reads, and the marks the app keeps about them.

The marks are one short comment at the end of the bullet's first line, invisible when rendered:

    - Prefers trains to planes <!-- tool 2026-02-28 pinned -->

In the file itself, because the file is the truth: they survive export, import, restore and a
text editor, and travel with the bullet when a person moves it. An entry without marks is the
person's own. Content is escaped so that it cannot forge marks, hide text or become structure.
"""

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import lru_cache

from app.memory.markdown_lines import (
    BULLET,
    FENCE,
    HEADING,
    SETEXT_UNDERLINE,
    THEMATIC_BREAK,
    closes_fence,
    storable,
    with_closed_fence,
)

_MARKS = re.compile(
    r"<!-- (?:(?P<origin>user|tool|flush)(?: (?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2}))?"
    r"(?P<also_pinned> pinned)?|(?P<only_pinned>pinned)) -->\Z"
)
_BEFORE_MARKS = ("", " ", "\t")
_FENCE_MARK = re.compile(r"^( *)(```|~~~)")
_COMMENT = re.compile(r"(?<!\\)<!--")


class EntryOrigin(StrEnum):
    USER = "user"
    TOOL = "tool"
    FLUSH = "flush"


@dataclass(frozen=True, slots=True)
class EntryMarks:
    """`saved_on` None: nobody wrote it down."""

    origin: EntryOrigin = EntryOrigin.USER
    saved_on: date | None = None
    is_pinned: bool = False


NO_MARKS = EntryMarks()


def without_marks(line: str) -> tuple[str, EntryMarks]:
    """A bullet's first line without its marks (its line end kept), and the marks."""
    start = line.rfind("<!-- ")
    if start < 0 or line[start - 1 : start] not in _BEFORE_MARKS:
        return line, NO_MARKS
    words = line[start:].rstrip()
    marks = _marks_in(words)
    if marks is None:
        return line, NO_MARKS
    return line[: max(start - 1, 0)] + line[start + len(words) :].lstrip(" \t"), marks


@lru_cache(maxsize=1024)
def _marks_in(comment: str) -> EntryMarks | None:
    found = _MARKS.match(comment)
    if found is None:
        return None
    try:
        saved_on = date.fromisoformat(found["date"]) if found["date"] else None
    except ValueError:
        return None
    is_pinned = bool(found["also_pinned"] or found["only_pinned"])
    return EntryMarks(EntryOrigin(found["origin"] or EntryOrigin.USER), saved_on, is_pinned)


def marks_comment(marks: EntryMarks) -> str:
    """The comment for the marks; empty for an entry that is the person's own."""
    words: list[str] = []
    if marks.origin is not EntryOrigin.USER or marks.saved_on is not None:
        words.append(marks.origin)
    if marks.saved_on is not None:
        words.append(marks.saved_on.isoformat())
    if marks.is_pinned:
        words.append("pinned")
    return f"<!-- {' '.join(words)} -->" if words else ""


def content_lines(content: str, *, may_hold_code: bool = True) -> list[str]:
    """The lines of an entry's content, safe to stand behind a bullet; empty when it says nothing.

    Repeating it on its own result changes nothing. Without `may_hold_code` code fences and the
    ends of comments are escaped too: they would close what a person left open further up.
    """
    lines = [_with_spaces(line.rstrip()) for line in storable(content).strip().split("\n")]
    escaped: list[str] = []
    fence = ""
    for line in _without_bullet(lines):
        if fence:
            fence = "" if closes_fence(line, fence) else fence
            escaped.append(line)
        elif may_hold_code and (found := FENCE.match(line)):
            fence = found[1]
            escaped.append(line)
        else:
            escaped.append(_escaped(line) if may_hold_code else _escaped_wholly(line))
    if not any(escaped):
        return []
    return with_closed_fence(escaped) if may_hold_code else escaped


def bullet_lines(prefix: str, lines: list[str], marks: EntryMarks, newline: str) -> list[str]:
    """The entry as it stands in the file. `prefix` is what comes before the first word: `- `."""
    if not prefix.endswith((" ", "\t")):
        prefix += " "
    comment = marks_comment(marks)
    first, rest = lines[0], lines[1:]
    if comment and FENCE.match(first):
        # A comment behind the fence would be its info string.
        first, rest = "", lines
    indent = " " * content_column(prefix)
    head = " ".join(part for part in (first, comment) if part)
    body = [f"{indent}{line}" if line else "" for line in rest]
    return [f"{line}{newline}" for line in [f"{prefix}{head}", *body]]


def content_column(prefix: str) -> int:
    """How far the lines of an entry are indented, as Markdown counts it."""
    marker = prefix.rstrip()
    width = len(prefix.expandtabs(4)) - len(marker)
    return len(marker) + (width if 1 <= width <= 4 else 1)


def _without_bullet(lines: list[str]) -> list[str]:
    """Models like to send `- fact`: the dash, and the indent it caused, are not the content."""
    while (found := BULLET.match(lines[0])) and not THEMATIC_BREAK.match(lines[0]):
        width = found.end()
        lines = [lines[0][width:], *_dedented(lines[1:], width)]
        while len(lines) > 1 and not lines[0]:
            lines = [lines[1].lstrip(), *lines[2:]]
        if lines == [""]:
            break
    return lines


def _with_spaces(line: str) -> str:
    """A tab is as wide as the column it stands in lets it be; behind a bullet that changes."""
    words = line.lstrip(" \t")
    return line[: len(line) - len(words)].expandtabs(4) + words


def _dedented(lines: list[str], width: int) -> list[str]:
    if all(line.startswith(" " * width) for line in lines if line):
        return [line[width:] for line in lines]
    return lines


def _escaped(line: str) -> str:
    line = _COMMENT.sub(r"\\<!--", line)
    if HEADING.match(line) or THEMATIC_BREAK.match(line) or SETEXT_UNDERLINE.match(line):
        indent = len(line) - len(line.lstrip())
        return f"{line[:indent]}\\{line[indent:]}"
    return line


def _escaped_wholly(line: str) -> str:
    line = _escaped(line).replace("-->", "--\\>")
    return _FENCE_MARK.sub(r"\1\\\2", line)
