"""System prompts in little room: cut into their sections, each kept once, however many answers
were asked with it, and packed.

A section that no answer was asked with any more goes with the last one that was (by a trigger).
"""

import re
import zlib
from collections.abc import Callable, Sequence
from hashlib import sha256

from app.storage.database.connection import Database

_BEFORE_HEADING = re.compile(r"(?m)^(?=##? )")


def keep_prompt(database: Database, message_id: str, system: str) -> None:
    """Within a transaction of the caller; the row of the answer is there."""
    database.execute("DELETE FROM sent_prompt_parts WHERE message_id = ?", message_id)
    database.execute_many(
        "INSERT INTO sent_prompt_parts (message_id, place, text_id) VALUES (?, ?, ?)",
        [
            (message_id, place, _text_id(database, section))
            for place, section in enumerate(sections_of(system))
        ],
    )


def kept_prompt(database: Database, message_id: str) -> str:
    rows = database.values(
        "SELECT packed FROM sent_prompt_parts JOIN prompt_texts ON prompt_texts.id = text_id"
        " WHERE message_id = ? ORDER BY place",
        message_id,
    )
    return "".join(_unpacked(packed) for (packed,) in rows)


def rewrite_prompts(database: Database, rewritten: Callable[[str], str]) -> int:
    """Every section as `rewritten` gives it back. How many answers that concerns."""
    changed: set[object] = set()
    for text_id, packed in database.values("SELECT id, packed FROM prompt_texts"):
        before = _unpacked(packed)
        after = rewritten(before)
        if after == before:
            continue
        answers = database.values(
            "SELECT DISTINCT message_id FROM sent_prompt_parts WHERE text_id = ?", text_id
        )
        changed.update(message_id for (message_id,) in answers)
        database.execute(
            "UPDATE sent_prompt_parts SET text_id = ? WHERE text_id = ?",
            _text_id(database, after),
            text_id,
        )
        database.execute("DELETE FROM prompt_texts WHERE id = ?", text_id)
    return len(changed)


def sections_of(system: str) -> Sequence[str]:
    """Put one after the other they are the prompt."""
    return [section for section in _BEFORE_HEADING.split(system) if section]


def _text_id(database: Database, text: str) -> int:
    raw = text.encode("utf-8", "surrogatepass")
    digest = sha256(raw).hexdigest()
    database.execute(
        "INSERT OR IGNORE INTO prompt_texts (digest, packed) VALUES (?, ?)",
        digest,
        zlib.compress(raw),
    )
    return database.number("SELECT id FROM prompt_texts WHERE digest = ?", digest)


def _unpacked(packed: object) -> str:
    if not isinstance(packed, bytes):
        raise TypeError("a packed prompt is bytes")
    return zlib.decompress(packed).decode("utf-8", "surrogatepass")
