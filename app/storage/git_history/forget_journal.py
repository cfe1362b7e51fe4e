"""What a forgetting has decided, kept on disk from its first irrevocable step to its last.

Holds names of commits and of a pack, never the texts.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dulwich.objects import ObjectID

from app.storage.git_history.durable_disk import DurableDisk


@dataclass(frozen=True, slots=True)
class Decision:
    """Where each reference stood and where it goes; the pack has all they need from there on."""

    old: Mapping[str, ObjectID]
    new: Mapping[str, ObjectID]
    pack: str


class ForgetJournal:
    def __init__(self, path: Path, disk: DurableDisk) -> None:
        self._path = path
        self._disk = disk

    def keep(self, decision: Decision) -> None:
        written = {
            "old": {name: target.decode("ascii") for name, target in decision.old.items()},
            "new": {name: target.decode("ascii") for name, target in decision.new.items()},
            "pack": decision.pack,
        }
        self._disk.replace(self._path, json.dumps(written, indent=1).encode("ascii"))

    def pending(self) -> Decision | None:
        """None also for a file that cannot be read: nothing had been decided then."""
        try:
            written = json.loads(self._path.read_bytes())
            return Decision(
                old=_references(written["old"]),
                new=_references(written["new"]),
                pack=str(written["pack"]),
            )
        except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def clear(self) -> None:
        if self._path.exists():
            self._disk.remove(self._path)
            self._disk.sync_folders([self._path.parent])


def _references(written: Mapping[str, str]) -> dict[str, ObjectID]:
    return {str(name): ObjectID(target.encode("ascii")) for name, target in written.items()}
