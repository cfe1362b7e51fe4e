"""Puts a short list on one line, behind what it is a list of: its items say nothing alone.

Only things: what somebody says of themselves or decided stays a sentence of its own.
"""

import re

from app.memory.summarise.telling_words import DECISION, FIRST_PERSON

_ITEM = re.compile(r"\s*(?:[-*+•–]\s+(?:\[[ xX]\]\s+)?|\(?\d{1,2}[.)]\s+)(?P<item>\S.*)")
_LONGEST_ITEM, _MOST_WORDS = 60, 4
"""What is longer is a sentence, and found better alone."""
_LONGEST_LIST = 260
_FEWEST_ITEMS = 2


def with_lists_joined(text: str) -> str:
    """Every other line stays as it is."""
    lines = text.splitlines()
    joined: list[str] = []
    at = 0
    while at < len(lines):
        items = _items_from(lines, at)
        if not items:
            joined.append(lines[at])
            at += 1
            continue
        title = joined[-1].strip() if joined and _is_title(joined[-1]) else ""
        one_line = _one_line(title, items)
        if one_line is None:
            joined += lines[at : at + len(items)]
        else:
            joined[-1:] = [one_line] if title else [*joined[-1:], one_line]
            joined.append("")
        at += len(items)
    return "\n".join(joined)


def _items_from(lines: list[str], at: int) -> list[str]:
    items: list[str] = []
    for line in lines[at:]:
        found = _ITEM.fullmatch(line)
        if found is None:
            break
        items.append(found["item"].strip().rstrip(",;"))
    return items


def _is_title(line: str) -> bool:
    bare = line.strip()
    return bool(bare) and len(bare) <= _LONGEST_ITEM and (bare[-1] in ":：" or bare[-1].isalnum())


def _one_line(title: str, items: list[str]) -> str | None:
    if len(items) < _FEWEST_ITEMS or not all(map(_is_thing, items)):
        return None
    between = "; " if any("," in item for item in items) else ", "
    line = f"{title.rstrip(':：')}: {between.join(items)}" if title else between.join(items)
    return line if len(line) <= _LONGEST_LIST else None


def _is_thing(item: str) -> bool:
    is_short = len(item) <= _LONGEST_ITEM and len(item.split()) <= _MOST_WORDS
    return is_short and not FIRST_PERSON.search(item) and not DECISION.search(item)
