"""Makes the end of a text that is still being written look calm. Knows no Kivy.

A marker whose words have not come yet is held back, an opened emphasis, code span or link is
closed, a table's heading is a table at once. Nothing but the last lines is touched, and what a
person finally reads never went through here.
"""

import re

FENCE = re.compile(r" *(?:[-*+>] +|\d+[.)] +)*(`{3,}|~{3,})")
LONE_MARKER = re.compile(r"[ >]*(?:[-*+]|\d{1,9}[.)]?|#{1,6}|`{1,2}|~{1,2}|\||-{2,}|={1,})? *$")
LONE_TASK = re.compile(r"[ >]*[-*+] +\[[ xX]?\]? *$")
ITEM_START = re.compile(r"[ >]*(?:[-*+] +(?:\[[ xX]\] )?|\d{1,9}[.)] +|#{1,6} +)?")
HALF_FENCE = re.compile(r" *[`~]{1,2}$")
DELIMITER = re.compile(r" *\|[ |:-]*$")
HALF_ADDRESS = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\s]*$")
HALF_LABEL = re.compile(r"!?\[([^\[\]\n]*)$")
MARKS = re.compile(r"\\.|`+|\*{1,3}|~~|(?<!\w)_{1,2}(?=\w)|(?<=\w)_{1,2}(?!\w)")


def closed(text: str) -> str:
    lines = text.split("\n")
    if _is_in_fence(lines[:-1]):
        return "\n".join(lines[:-1]) if HALF_FENCE.match(lines[-1]) else text
    if LONE_MARKER.match(lines[-1]) or LONE_TASK.match(lines[-1]):
        return "\n".join(lines[:-1])
    if FENCE.match(lines[-1]):
        return text
    if (heading := _table_heading(lines)) is not None:
        return "\n".join([*lines[:heading], *_begun_table(lines[heading])])
    return "\n".join([*lines[:-1], _closed_line(lines[-1])])


def _is_in_fence(lines: list[str]) -> bool:
    fence = ""
    for line in lines:
        found = FENCE.match(line)
        if found and not fence:
            fence = found[1]
        elif fence and line.strip().startswith(fence) and not line.strip(f" {fence[0]}"):
            fence = ""
    return bool(fence)


def _table_heading(lines: list[str]) -> int | None:
    """The line on which a table begins of which no whole row is there yet."""
    rows = 0
    while rows < len(lines) and lines[-1 - rows].lstrip().startswith("|"):
        rows += 1
    if rows == 1:
        return len(lines) - 1
    begins = rows == 2 and bool(DELIMITER.match(lines[-1]))
    return len(lines) - 2 if begins else None


def _begun_table(heading: str) -> tuple[str, str]:
    cells = [_closed_line(cell.strip()) for cell in heading.strip().strip("|").split("|")]
    return f"| {' | '.join(cells)} |", "|---" * len(cells) + "|"


def _closed_line(line: str) -> str:
    start = ITEM_START.match(line)
    begin = start.end() if start else 0
    words = HALF_LABEL.sub(r"\1", HALF_ADDRESS.sub(r"\1", line[begin:]))
    return line[:begin] + _with_closed_marks(words)


def _with_closed_marks(words: str) -> str:
    open_marks: list[str] = []
    for found in MARKS.finditer(words):
        mark = found[0]
        is_in_code = bool(open_marks) and open_marks[-1].startswith("`")
        if open_marks and mark == open_marks[-1]:
            open_marks.pop()
        elif mark.startswith("\\") or (is_in_code and not mark.startswith("`")):
            continue
        elif found.end() == len(words):
            # Half of what closes, or what opens and has no words yet.
            words = words[: found.start()]
        elif not is_in_code and not words[found.end()].isspace():
            open_marks.append(mark)
    if open_marks and not open_marks[-1].startswith("`"):
        words = words.rstrip()
    return words + "".join(reversed(open_marks))
