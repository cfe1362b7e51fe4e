import re

from hypothesis import given, settings
from hypothesis import strategies as st

from app.storage.git_history.unified_diff import unified_diff

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@\n")
lines = st.lists(st.sampled_from(["a\n", "b\n", "c\r\n", "\n", "d\x0c\u2028e\n"]), max_size=40)


def applied(old: str, difference: str) -> str:
    """A patch program of a few lines: what the hunks make of the old text."""
    before = re.findall(r"[^\n]*\n|[^\n]+", old)
    result: list[str] = []
    position = 0
    for line in re.findall(r"[^\n]*\n", difference)[2:]:
        hunk = _HUNK.match(line)
        if hunk:
            start = int(hunk[1]) - (0 if hunk[2] == "0" else 1)
            result += before[position:start]
            position = start
        elif line.startswith("\\"):
            result[-1:] = [result[-1].removesuffix("\n")] if result else []
        elif line[0] == "+":
            result.append(line[1:])
        else:
            assert before[position].removesuffix("\n") == line[1:].removesuffix("\n")
            result += [before[position]] if line[0] == " " else []
            position += 1
    return "".join(result + before[position:])


@settings(max_examples=150)
@given(lines, lines)
def test_the_hunks_lead_from_the_old_text_to_the_new(before: list[str], after: list[str]):
    old, new = "".join(before), "".join(after)
    difference = unified_diff("files/a.md", old, new)
    assert applied(old, difference) == new
    assert (difference == "") == (old == new)


def test_far_changes_are_two_hunks_and_near_ones_are_one():
    old = "".join(f"{number}\n" for number in range(40))
    far = old.replace("5\n", "five\n", 1).replace("\n30\n", "\nthirty\n")
    near = old.replace("\n10\n", "\nten\n").replace("\n16\n", "\nsixteen\n")
    assert unified_diff("a", old, far).count("@@ -") == 2
    assert unified_diff("a", old, near).count("@@ -") == 1
