"""The difference of two texts in the form `diff -u` and `patch` use.

Lines end at a line feed only, so that CRLF files and odd separators stay byte for byte.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

_CONTEXT = 3
_LONGEST_COMPARED = 4_000
"""Lines on a side; beyond that the changed middle is shown as one replacement, not searched."""

OpCode = tuple[str, int, int, int, int]


def unified_diff(path: str, old: str | None, new: str | None) -> str:
    """None stands for a file that does not exist on that side."""
    before, after = _lines(old or ""), _lines(new or "")
    hunks = list(_hunks(before, after))
    if not hunks:
        return ""
    header = [
        "--- /dev/null\n" if old is None else f"--- a/{path}\n",
        "+++ /dev/null\n" if new is None else f"+++ b/{path}\n",
    ]
    return "".join([*header, *hunks])


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    last = lines.pop()
    ended = [line + "\n" for line in lines]
    return [*ended, last] if last else ended


def _hunks(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    for group in _grouped(_opcodes(before, after)):
        first, last = group[0], group[-1]
        yield f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n"
        for tag, old_from, old_to, new_from, new_to in group:
            if tag == "equal":
                yield from _marked(" ", before[old_from:old_to])
            else:
                yield from _marked("-", before[old_from:old_to])
                yield from _marked("+", after[new_from:new_to])


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield (
            mark + line if line.endswith("\n") else f"{mark}{line}\n\\ No newline at end of file\n"
        )


def _range(start: int, stop: int) -> str:
    length = stop - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"


def _opcodes(before: Sequence[str], after: Sequence[str]) -> list[OpCode]:
    """What difflib says of the part between the common beginning and the common end."""
    shortest = min(len(before), len(after))
    head = 0
    while head < shortest and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < shortest - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    old_middle, new_middle = before[head : len(before) - tail], after[head : len(after) - tail]
    codes: list[OpCode] = [("equal", 0, head, 0, head)] if head else []
    codes += [
        (tag, a + head, b + head, c + head, d + head)
        for tag, a, b, c, d in _middle(old_middle, new_middle)
    ]
    if tail:
        codes.append(("equal", len(before) - tail, len(before), len(after) - tail, len(after)))
    return codes


def _middle(before: Sequence[str], after: Sequence[str]) -> list[OpCode]:
    if not before and not after:
        return []
    if max(len(before), len(after)) > _LONGEST_COMPARED:
        return [("replace", 0, len(before), 0, len(after))]
    return list(SequenceMatcher(None, before, after, autojunk=False).get_opcodes())


def _grouped(codes: Sequence[OpCode]) -> Iterator[list[OpCode]]:
    """Changes with their context; a long equal stretch parts two hunks."""
    group: list[OpCode] = []
    has_change = False
    for position, (tag, a, b, c, d) in enumerate(codes):
        if tag != "equal":
            group.append((tag, a, b, c, d))
            has_change = True
            continue
        is_last = position == len(codes) - 1
        keep_after = min(_CONTEXT, b - a) if has_change else 0
        keep_before = 0 if is_last else min(_CONTEXT, b - a)
        if has_change and not is_last and b - a <= 2 * _CONTEXT:
            group.append((tag, a, b, c, d))
            continue
        if has_change:
            yield [*group, (tag, a, a + keep_after, c, c + keep_after)]
        group = [(tag, b - keep_before, b, d - keep_before, d)]
        has_change = False
    if has_change:
        yield group
