"""Joins a text from an archive with the one that is here. By itself it only ever adds (S9.4).

A daily log takes over the blocks it lacks, long-term memory the entries it lacks. Where both have
something of their own, a person may choose one side instead; the other is then in the history.
"""

import hashlib
from dataclasses import dataclass, replace
from enum import Enum, auto

from app.contracts.memory_files import LONG_TERM_PATH, FileSnapshot
from app.memory.commit_messages import day_of_log
from app.memory.daily_log import LogBlock, append_block, parse_blocks
from app.memory.long_term_document import (
    STANDARD_SECTIONS,
    TITLE,
    Block,
    BlockKind,
    LongTermDocument,
)
from app.memory.long_term_edits import add_entry, entry_content
from app.memory.text.torn_places import Side


class Change(Enum):
    SAME = auto()
    NEW = auto()
    GROWS = auto()
    """Only the archive has something of its own, or logs are joined."""
    DIFFERS = auto()
    """Both sides have something of their own: the person is asked."""


@dataclass(frozen=True, slots=True)
class MergedText:
    """What the file would say; `beside` is a text that is kept next to it, under another name."""

    change: Change
    text: str
    beside: str | None = None


def merged(here: FileSnapshot, theirs: str, side: Side = Side.BOTH) -> MergedText:
    if not here.exists:
        return MergedText(Change.NEW, theirs)
    if here.text == theirs:
        return MergedText(Change.SAME, here.text)
    if day_of_log(here.path) is not None:
        return _grown(here, joined_logs(here.path, here.text, theirs))
    if here.path == LONG_TERM_PATH:
        both = joined_entries(here.text, theirs)
        if both == here.text or not _has_own(here.text, theirs):
            return _grown(here, both)
    else:
        both = here.text
    match side:
        case Side.MINE:
            return MergedText(Change.DIFFERS, here.text)
        case Side.THEIRS:
            return MergedText(Change.DIFFERS, theirs)
        case Side.BOTH:
            beside = None if here.path == LONG_TERM_PATH else theirs
            return MergedText(Change.DIFFERS, both, beside)


def joined_logs(path: str, here: str, theirs: str) -> str:
    """Every byte that is here, then the blocks that are only in the other one."""
    day = day_of_log(path)
    if day is None:
        return here
    known = {_key(block) for block in parse_blocks(here)}
    for block in parse_blocks(theirs):
        if _key(block) not in known:
            known.add(_key(block))
            here = append_block(here, day, block if block.id else _numbered(block))
    return here


def _numbered(block: LogBlock) -> LogBlock:
    """What a person typed has no number; a block that was taken over needs one."""
    digest = hashlib.sha256(_key(block).encode()).hexdigest()[:16]
    return replace(block, id=f"imported-{digest}")


def joined_entries(here: str, theirs: str) -> str:
    """Everything that is here, and each entry, paragraph and heading that is only in the other."""
    known = {_joined(entry.text) for entry in LongTermDocument(here).entries()}
    other = LongTermDocument(theirs)
    for section in other.sections():
        for entry in section.entries:
            if _joined(entry.text) not in known:
                known.add(_joined(entry.text))
                document = LongTermDocument(here)
                lines = entry_content(document, entry.text)
                title = section.title or STANDARD_SECTIONS[-1]
                here = add_entry(document, title, lines, entry.marks) if lines else here
    titles = {block.title.casefold() for block in _headings(LongTermDocument(here))}
    for block in other.blocks:
        raw = other.raw_text(block).strip()
        if block.kind is BlockKind.HEADING:
            is_there = block.title.casefold() in {*titles, TITLE.casefold()}
            titles.add(block.title.casefold())
        else:
            is_there = block.kind is BlockKind.ENTRY or _joined(raw) in _joined(here)
        if not is_there and raw:
            here = f"{here.rstrip()}\n\n{raw}\n"
    return here


def _headings(document: LongTermDocument) -> list[Block]:
    return [block for block in document.blocks if block.kind is BlockKind.HEADING]


def _grown(here: FileSnapshot, text: str) -> MergedText:
    return MergedText(Change.SAME if text == here.text else Change.GROWS, text)


def _has_own(here: str, theirs: str) -> bool:
    """Whether this side says something the other does not."""
    return joined_entries(theirs, here) != theirs


def _key(block: LogBlock) -> str:
    """By what it says: a copy under another number is the same conversation."""
    return _joined(f"{block.at} {block.title} {block.body}")


def _joined(text: str) -> str:
    return " ".join(text.split())
