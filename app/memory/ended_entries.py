"""Which entry a statement that something is over puts an end to. At most one; in doubt none."""

import re
from collections.abc import Sequence

from app.memory.long_term_document import Entry
from app.memory.summarise.endings import Ending, EndingKind, telling

_HAS_WORK = re.compile(
    r"\b(?:i(?:'m| am)?|the user|user)?\b.{0,40}\b(?:works?|working|job|employed|employee|engineer"
    r"|designer|manager|nurse|teacher|developer|arbeitet?|trabaj[oa]|travaille|работа\w+)\b"
    r"|工作|上班",
    re.IGNORECASE,
)
_OF_ANOTHER = re.compile(
    r"(?:my|our|meine?|unsere?|mi|nuestr[oa]|mon|ma|мо[йя]) (?!name\b|job\b)"
    r"|我的?(?:妻|丈|女|儿|妈|爸|哥|姐|弟|妹)",
    re.IGNORECASE,
)
_HAS_LOVE = re.compile(
    r"\b(?:girlfriend|boyfriend|partner|wife|husband|fianc[ée]e?|engaged|married|dating"
    r"|freundin|freund|frau|mann|verlobte?r?|novi[oa]|espos[oa]|marido|mujer|copine|copain|femme"
    r"|mari|девушка|парень|жена|муж)\b|女朋友|男朋友|妻子|丈夫|老婆|老公",
    re.IGNORECASE,
)


def entry_ended_by(ending: Ending, entries: Sequence[Entry]) -> Entry | None:
    """The only one that still tells of what is over."""
    meant = [entry for entry in entries if ends(ending, entry.text)]
    return meant[0] if len(meant) == 1 else None


def ends(ending: Ending, text: str) -> bool:
    """True when the text tells of what is over as if it were not."""
    match ending.kind:
        case EndingKind.JOB:
            if not _HAS_WORK.search(text) or _OF_ANOTHER.match(text):
                return False
        case EndingKind.LOVE:
            if not _HAS_LOVE.search(text):
                return False
        case EndingKind.HABIT:
            if not ending.about or _OF_ANOTHER.match(text):
                return False
    return ending.about <= telling(text)
