"""The text of one daily log: a header, then blocks that each end with a `---` line.

    # Daily Log - 2026-02-28

    ## 14:05 · Trip to Lisbon

    - Decided to take the night train.

    <!-- block 5f3a -->
    ---

The comment is invisible to a reader; it makes an append repeatable. Old bytes are never changed.
"""

import re
from dataclasses import dataclass
from datetime import date, time

from app.memory.markdown_lines import newline_of, split_lines, storable, with_closed_fence

_ID = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._]|-(?!-))*\Z")
_MARK = re.compile(r"<!-- block (\S+) -->\s*\Z")
_HEADING = re.compile(r"##[ \t]+(.*)")
_TIMED = re.compile(r"(\d\d):(\d\d)(?: · (.*))?\Z")
_HEADER = re.compile(r"# Daily Log\b")
# What would end a block, look like the header, or hide the rest of the page from a reader.
_STRUCTURAL_LINE = re.compile(r"[ \t]*\\*(?=-{3,}[ \t]*\Z|#[ \t]+Daily Log)")
_ESCAPED_LINE = re.compile(r"[ \t]*\\+(?=-{3,}[ \t]*\Z|#[ \t]+Daily Log)")
_RAW_HTML = re.compile(r"(\\*)<(?=[!?]|(?:script|pre|style|textarea)\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LogBlock:
    """One flush. A block a person typed has no id, and maybe no time."""

    id: str
    at: time | None
    title: str
    body: str


def new_block(block_id: str, at: time, title: str, body: str) -> LogBlock:
    """A block as it will be read back: one-line title, no blank edges, code blocks closed."""
    if not _ID.match(block_id):
        raise ValueError(f"not a block id: {block_id!r}")
    lines = with_closed_fence(storable(body).strip("\n").split("\n"))
    text = "\n".join(line.rstrip() for line in lines).strip("\n")
    return LogBlock(block_id, at.replace(second=0, microsecond=0), _one_line(title), text)


def append_block(text: str, day: date, block: LogBlock) -> str:
    """The log with the block at its end. `text` is its beginning, byte for byte."""
    newline = newline_of(text)
    lead = _lead(text, day)
    return text + (lead + _rendered(block)).replace("\n", newline)


def has_block(text: str, block_id: str) -> bool:
    mark = _mark(block_id)
    return mark in text and any(line.rstrip() == mark for line in split_lines(text))


def parse_blocks(text: str) -> tuple[LogBlock, ...]:
    """Every block in order; text a person left without an end line counts as one too."""
    ended, rest = _block_lines(text)
    return tuple(_parsed(lines) for lines in [*ended, rest] if lines)


def _lead(text: str, day: date) -> str:
    """What has to stand between the old text and a new block."""
    if not text.strip("\ufeff \t\r\n"):
        return f"{_line_break(text)}# Daily Log - {day.isoformat()}\n\n"
    lead = _line_break(text)
    last_line = split_lines(text)[-1]
    if last_line.strip():
        lead += "\n"
    return lead + ("---\n\n" if _is_open(text) else "")


def _line_break(text: str) -> str:
    return "\n" if text.strip("\ufeff") and not text.endswith("\n") else ""


def _is_open(text: str) -> bool:
    """True when somebody wrote below the last end line: that is closed off first."""
    return bool(_block_lines(text)[1])


def _rendered(block: LogBlock) -> str:
    clock = "" if block.at is None else f"{block.at:%H:%M}"
    heading = " · ".join(part for part in (clock, _escaped_html(block.title)) if part)
    body = "\n".join(_escaped(line) for line in block.body.split("\n"))
    middle = f"{body}\n\n" if body else ""
    return f"## {heading}\n\n{middle}{_mark(block.id)}\n---\n"


def _mark(block_id: str) -> str:
    return f"<!-- block {block_id} -->"


def _is_end(line: str) -> bool:
    return line == "---"


def _block_lines(text: str) -> tuple[list[list[str]], list[str]]:
    """The lines of each ended block, and those below the last end line; empty ones left out."""
    ended: list[list[str]] = []
    current: list[str] = []
    has_begun = False
    for line in map(str.rstrip, split_lines(text.removeprefix("\ufeff"))):
        is_header = not has_begun and _HEADER.match(line) is not None
        has_begun = has_begun or bool(line)
        if is_header:
            continue
        if not _is_end(line):
            current.append(line)
        else:
            if any(current):
                ended.append(current)
            current = []
    return ended, current if any(current) else []


def _parsed(lines: list[str]) -> LogBlock:
    marks = [found[1] for line in lines if (found := _MARK.match(line))]
    rest = [line for line in lines if not _MARK.match(line)]
    while rest and not rest[0]:
        rest.pop(0)
    heading = _HEADING.match(rest[0]) if rest else None
    at, title = _time_and_title(heading[1]) if heading else (None, "")
    body = rest[1:] if heading else rest
    text = "\n".join(_unescaped(line) for line in body).strip("\n")
    return LogBlock(marks[-1] if marks else "", at, title, text)


def _time_and_title(heading: str) -> tuple[time | None, str]:
    found = _TIMED.match(heading)
    if found and int(found[1]) < 24 and int(found[2]) < 60:
        return time(int(found[1]), int(found[2])), _unescaped_html(found[3] or "")
    return None, _unescaped_html(heading)


def _one_line(title: str) -> str:
    return " ".join(storable(title).split())


def _escaped(line: str) -> str:
    line = _escaped_html(line)
    found = _STRUCTURAL_LINE.match(line)
    return f"{line[: found.end()]}\\{line[found.end() :]}" if found else line


def _unescaped(line: str) -> str:
    found = _ESCAPED_LINE.match(line)
    return _unescaped_html(line[: found.end() - 1] + line[found.end() :] if found else line)


def _escaped_html(text: str) -> str:
    """An odd number of backslashes is what makes Markdown show the sign itself."""
    return _RAW_HTML.sub(lambda found: "\\" * (2 * len(found[1]) + 1) + "<", text)


def _unescaped_html(text: str) -> str:
    return _RAW_HTML.sub(
        lambda found: (
            "\\" * ((len(found[1]) - 1) // 2 if len(found[1]) % 2 else len(found[1])) + "<"
        ),
        text,
    )
