"""Reads a model's answer to the request for edits, in whatever dress it comes.

Tolerant of dress (fences, bullets, bold, other verbs), strict about content: a line that begins
like an edit and is none makes the whole answer unreadable.
"""

import json
import re
from collections.abc import Sequence

from app.memory.compaction_outcomes import RefusalReason, Refused
from app.memory.compaction_plan import CompactionEdit, Drop, Merge
from app.memory.compaction_rewrite import edits_from_rewrite, is_rewrite
from app.memory.long_term_document import Entry

LONGEST_REPLY = 60_000
_LONGEST_RANGE = 20

_FENCE_LINE = re.compile(r"\s*(?:```|~~~)[\w-]*\s*\Z")
_DRESS = re.compile(r"^(?:[\s>*•`_#-]|\d+[.)]\s)+")
_NUMBER = r"\[?#?\d{1,6}\]?"
_NUMBERS = rf"{_NUMBER}(?:\s*(?:,\s*and|,|and|&|\+|-|–)\s*{_NUMBER})*"
_VERB = re.compile(
    r"(?:(?P<drop>drop|delete|remove|discard)|(?P<merge>merge|combine|join)"
    r"|(?P<keep>keep|retain|nothing|no changes?|none)|(?P<end>end))\b"
    r"(?:\s+(?:entry|entries|numbers?|nos?\.?))?[*_`:]*\s*",
    re.IGNORECASE,
)
_DROP = re.compile(
    rf"(?P<numbers>{_NUMBERS})[*_`]*"
    rf"(?:\s*(?:for|because of|in favou?r of|->|→|=>)\s*(?P<kept>{_NUMBER})[*_`]*)?"
    r"\s*(?:\Z|[:.(;,–—-](?P<reason>.*)\Z)",
    re.IGNORECASE,
)
_MERGE = re.compile(
    rf"(?P<numbers>{_NUMBERS})[*_`]*\s*(?:into|as|to)?\s*(?::|->|→|=>|=)\s*(?P<text>\S.*)\Z",
    re.IGNORECASE,
)
_TERM = re.compile(rf"({_NUMBER})(?:\s*[-–]\s*({_NUMBER}))?")
_QUOTES = (("“", "”"), ("'", "'"), ("«", "»"), ("`", "`"), ("„", "“"))


def read_reply(
    reply: str, entries: Sequence[Entry], shown: Sequence[int], *, must_say_end: bool
) -> tuple[CompactionEdit, ...] | Refused:
    """The edits as the model means them, unchecked. `shown` is what it was asked about."""
    lines = _unfenced(reply.split("\n"))
    if not "".join(lines).strip():
        return Refused(RefusalReason.EMPTY)
    if len(reply) > LONGEST_REPLY:
        return Refused(RefusalReason.UNREADABLE)
    text = "\n".join(lines)
    if is_rewrite(text):
        return edits_from_rewrite(text, entries, shown)
    return _read_lines(lines, must_say_end=must_say_end)


def _unfenced(lines: Sequence[str]) -> list[str]:
    """Without the outermost fence, where one was put round the answer; code inside it stays."""
    fences = [number for number, line in enumerate(lines) if _FENCE_LINE.match(line)]
    if not fences or is_rewrite("\n".join(lines[: fences[0]])):
        return list(lines)
    outer = {fences[0], fences[-1]}
    return [line for number, line in enumerate(lines) if number not in outer]


def _read_lines(
    lines: Sequence[str], *, must_say_end: bool
) -> tuple[CompactionEdit, ...] | Refused:
    edits: list[CompactionEdit] = []
    was_understood = has_ended = False
    for line in lines:
        bare = _DRESS.sub("", line).rstrip(" \t\r*_`")
        verb = _VERB.match(bare)
        if verb is None:
            continue
        read = _read_edit(verb, bare[verb.end() :])
        if read is None:
            return Refused(RefusalReason.UNREADABLE)
        edits += read
        was_understood = True
        has_ended = has_ended or verb["end"] is not None
    if not was_understood:
        return Refused(RefusalReason.UNREADABLE)
    if must_say_end and not has_ended:
        return Refused(RefusalReason.CUT_OFF)
    return tuple(edits)


def _read_edit(verb: re.Match[str], rest: str) -> list[CompactionEdit] | None:
    """None: it begins like an edit and is none."""
    if verb["keep"] or verb["end"]:
        return []
    if verb["drop"]:
        found = _DROP.match(rest)
        numbers = _indexes(found["numbers"]) if found else None
        if found is None or numbers is None:
            return None
        kept = _index(found["kept"]) if found["kept"] else None
        reason = (found["reason"] or "").strip(" )*_`")
        return [Drop(index, reason, kept) for index in numbers if index != kept]
    found = _MERGE.match(rest)
    numbers = _indexes(found["numbers"]) if found else None
    if found is None or numbers is None:
        return None
    return [Merge(tuple(sorted(set(numbers))), _unquoted(found["text"]))]


def _indexes(numbers: str) -> list[int] | None:
    """Counted from 0; None for a range that goes backwards or too far."""
    found: list[int] = []
    for first, last in _TERM.findall(numbers):
        start, stop = _index(first), _index(last or first)
        if not start <= stop <= start + _LONGEST_RANGE:
            return None
        found += range(start, stop + 1)
    return found


def _index(number: str) -> int:
    return int(number.strip("[]#")) - 1


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            read = json.loads(text)
        except ValueError:
            read = text[1:-1]
        return str(read).strip()
    for opening, closing in _QUOTES:
        if len(text) > 1 and text.startswith(opening) and text.endswith(closing):
            return text[1:-1].strip()
    return text
