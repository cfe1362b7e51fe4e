"""The unsaved text of the memory editor: survives leaving the page and the death of the process.

Kept with the text it was made from, so that a later save still notices what others wrote.
"""

import json
from dataclasses import dataclass
from typing import cast

from app.contracts.memory_files import FileSnapshot
from app.contracts.settings import SettingsStore

NAME = "memory.editor_draft"


@dataclass(frozen=True, slots=True)
class Draft:
    text: str
    based_on: FileSnapshot


def keep_draft(store: SettingsStore, draft: Draft) -> None:
    base = draft.based_on
    store.put(
        NAME,
        json.dumps(
            {
                "text": draft.text,
                "path": base.path,
                "base": base.text,
                "digest": base.digest,
                "exists": base.exists,
            },
            ensure_ascii=False,
        ),
    )


def kept_draft(store: SettingsStore) -> Draft | None:
    """None when there is none, or when what is there is not a draft."""
    try:
        stored: object = json.loads(store.get(NAME) or "null")
    except ValueError:
        return None
    if not isinstance(stored, dict):
        return None
    values = cast("dict[str, object]", stored)
    texts = [values.get(name) for name in ("text", "path", "base", "digest")]
    if not all(isinstance(text, str) for text in texts):
        return None
    text, path, base, digest = cast("list[str]", texts)
    return Draft(text, FileSnapshot(path, base, digest, values.get("exists") is True))


def drop_draft(store: SettingsStore) -> None:
    store.delete(NAME)
