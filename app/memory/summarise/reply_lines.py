"""Walks through a model's reply line by line and says which section each line belongs to.

Knows headings in all their dresses: `## Daily Summary`, `**Fakten:** keine`, `1) 每日总结`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.memory.summarise.facts import category_named
from app.memory.summarise.section_names import NamedSection, Section, section_named

_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})\s*[\w-]*\s*\Z")
_RULE = re.compile(r"[\s|:]*([-*_=])(?:[\s|:]*\1){2,}[\s|:]*\Z")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s*(\S.*)\Z")
_BOLD = re.compile(
    r"\s*(?:\d{1,2}[.)]\s*)?(\*\*|__)(?P<name>[^*_]{1,60})\1\s*[:：]?\s*(?P<rest>.*)\Z"
)
_LABELLED = re.compile(r"(?P<name>[^:：]{2,60})[:：]\s*(?P<rest>.*)\Z")
_ITEM = re.compile(r"\s*(?:[-*+•·–—]\s+|\(?\d{1,3}[.)、]\s*(?!\d)|[☐☑✓✔➤▪◦]\s*)")
_HANGING = re.compile(r"\s{2,}\S")


@dataclass(frozen=True, slots=True)
class ReplyLine:
    """`section` None: before the first heading. `heading` is the last one that named no section."""

    section: Section | None
    text: str
    is_item: bool
    heading: str = ""


@dataclass(frozen=True, slots=True)
class _Place:
    section: Section | None = None
    level: int = 0
    heading: str = ""


def reply_lines(text: str) -> list[ReplyLine]:
    """Every line that says something. A line that hangs below a list item is part of it."""
    lines: list[ReplyLine] = []
    for raw, line in _classified(text):
        hangs = bool(lines and not line.is_item and _HANGING.match(raw))
        if hangs and lines[-1].is_item and lines[-1].section is line.section:
            lines[-1] = replace(lines[-1], text=f"{lines[-1].text} {line.text}")
        else:
            lines.append(line)
    return lines


def _classified(text: str) -> Iterator[tuple[str, ReplyLine]]:
    place = _Place()
    for raw in text.split("\n"):
        if not raw.strip() or _FENCE.match(raw) or _RULE.match(raw):
            continue
        if opened := _section_heading(raw):
            named, level, rest = opened
            place = _Place(named.section, level)
            if rest.strip():
                yield raw, ReplyLine(named.section, rest.strip(), is_item=True)
        elif marked := _HEADING.match(raw):
            place = _below(place, len(marked[1]), marked[2])
        elif bold := _bold_alone(raw):
            place = replace(place, heading=bold)
        else:
            yield raw, _line(place, raw)


def _line(place: _Place, raw: str) -> ReplyLine:
    mark = _ITEM.match(raw)
    text = raw[mark.end() :] if mark else raw
    return ReplyLine(place.section, text.strip(), bool(mark), place.heading)


def _below(place: _Place, level: int, heading: str) -> _Place:
    """A further heading beside the facts ends them; below them it names a category."""
    ends_facts = place.section is Section.FACTS and level <= place.level
    if ends_facts and category_named(heading) is None:
        return _Place(Section.SUMMARY, level, heading)
    return replace(place, heading=heading)


def _section_heading(line: str) -> tuple[NamedSection, int, str] | None:
    """The section a line opens, the heading's level, and text that follows on the same line."""
    if marked := _HEADING.match(line):
        found = _labelled(marked[2]) or _whole(marked[2], is_marked=True)
        return (found[0], len(marked[1]), found[1]) if found else None
    if (bold := _BOLD.match(line)) and (named := section_named(bold["name"])):
        return named, 2, bold["rest"]
    found = _labelled(line) or _whole(line, is_marked=False)
    return (found[0], 2, found[1]) if found else None


def _labelled(text: str) -> tuple[NamedSection, str] | None:
    found = _LABELLED.match(text.strip())
    named = section_named(found["name"]) if found else None
    if found is None or named is None or not named.is_exact:
        return None
    return named, found["rest"].strip(" *_")


def _whole(text: str, *, is_marked: bool) -> tuple[NamedSection, str] | None:
    named = section_named(text)
    return (named, "") if named and (is_marked or named.is_exact) else None


def _bold_alone(line: str) -> str:
    """A line that is nothing but bold words: a heading in all but name."""
    found = _BOLD.match(line)
    return found["name"] if found and not found["rest"] else ""
