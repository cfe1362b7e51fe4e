"""How one line of Markdown begins, and how a text is cut into lines without losing a byte.

Only `\\n` ends a line (`\\r\\n` stays together); must never use `str.splitlines`, which also cuts
at characters that are part of a sentence.
"""

import re

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")

HEADING = re.compile(r"\ufeff? {0,3}(#{1,6})(?=[ \t]|\r?\n?\Z)")
BULLET = re.compile(r"( {0,3})([-*+])(?:([ \t]+)(?=\S)|[ \t]*(?=\r?\n?\Z))")
ORDERED_ITEM = re.compile(r"[ \t]*\d{1,9}[.)](?:[ \t]|\r?\n?\Z)")
FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*\Z)|~{3,})")
THEMATIC_BREAK = re.compile(r" {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}\r?\n?\Z")
SETEXT_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*\r?\n?\Z")


def split_lines(text: str) -> list[str]:
    """The lines with their ends; joined they are the text again."""
    return _LINE.findall(text)


def heading_title(line: str) -> str:
    """The words of a heading line, without the signs around them."""
    words = line.strip("\ufeff \t\r\n").lstrip("#").strip()
    bare = words.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else words


def newline_of(text: str) -> str:
    """The line end the text uses, by its first line."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def storable(text: str) -> str:
    """The text with plain line ends and without what a text file cannot hold (models send NULs
    and halves of surrogate pairs now and then).
    """
    return _UNSTORABLE.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def closes_fence(line: str, fence: str) -> bool:
    """True when the line ends the code block that `fence` (its run of marks) began."""
    found = FENCE.match(line)
    return (
        found is not None
        and found[1][0] == fence[0]
        and len(found[1]) >= len(fence)
        and not line[found.end() :].strip()
    )


def with_closed_fence(lines: list[str]) -> list[str]:
    """The lines, with a last one that ends a code block nobody ended."""
    fence = ""
    for line in lines:
        if fence:
            fence = "" if closes_fence(line, fence) else fence
        elif found := FENCE.match(line):
            fence = found[1]
    return [*lines, fence] if fence else lines
