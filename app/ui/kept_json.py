"""Small notes for the next start, read before the window is there. Knows no Kivy.

Losing one is no loss: the next start is as the first.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, cast


def read_kept(file: Path) -> dict[str, object]:
    """Empty for what is not there or makes no sense."""
    try:
        kept: Any = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return cast("dict[str, object]", kept) if isinstance(kept, dict) else {}


def write_kept(file: Path, values: dict[str, object]) -> None:
    """On a worker."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_name(f".{file.name}.tmp")
        unfinished.write_text(json.dumps(values), encoding="utf-8")
        unfinished.replace(file)
