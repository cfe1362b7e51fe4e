"""All objects of the repository, loose or packed, and the one way to add more.

Reading never changes anything; a missing object is a value, a torn one a HistoryError.
"""

from collections.abc import Iterator
from pathlib import Path

from dulwich.objects import ObjectID

from app.contracts.errors import HistoryError
from app.storage.git_history.durable_disk import DurableDisk
from app.storage.git_history.loose_objects import LooseObjects
from app.storage.git_history.new_objects import NewObjects
from app.storage.git_history.packs import Packs
from app.storage.git_history.stored_object import ObjectKind, StoredObject


class ObjectDatabase:
    def __init__(self, folder: Path, disk: DurableDisk) -> None:
        self.loose = LooseObjects(folder, disk)
        self.packs = Packs(folder / "pack")
        self._new = NewObjects(folder / "pack", self.loose, disk)

    def find(self, object_id: ObjectID) -> StoredObject | None:
        """Known packs first: most of a history is there.

        Asked once more in the end, because another process may be packing just now.
        """
        return (
            self.packs.find_in_known(object_id)
            or self.loose.find(object_id)
            or self.packs.find(object_id)
            or self.loose.find(object_id)
        )

    def holds(self, object_id: ObjectID) -> bool:
        return self.loose.holds(object_id) or self.packs.holds(object_id)

    def read(self, object_id: ObjectID, kind: ObjectKind) -> bytes:
        found = self.find(object_id)
        if found is None or found.kind is not kind:
            raise HistoryError(
                "A part of the version history is missing.", detail=object_id.decode("ascii")
            )
        return found.contents

    def add(self, stored: StoredObject) -> ObjectID:
        """Readable and durable after `sync`."""
        object_id = stored.id
        return object_id if self.packs.holds(object_id) else self._new.add(stored)

    def stage(self, stored: StoredObject) -> ObjectID:
        """Readable at once, but only a pack makes it last."""
        object_id = stored.id
        return object_id if self.packs.holds(object_id) else self.loose.stage(stored)

    def ids(self) -> set[ObjectID]:
        """Every object there is, needed or not."""
        self.packs.refresh()
        return {*self.packs.ids(), *(object_id for object_id, _ in self.loose.paths())}

    def sync(self) -> None:
        """Everything added survives a power cut from here on: a reference may point to it."""
        self._new.sync()
        self.loose.sync()

    def discard(self) -> None:
        """What was added and not synced."""
        self._new.discard()

    def starting_with(self, prefix: str) -> Iterator[ObjectID]:
        yield from set(self.loose.starting_with(prefix)) | self.packs.starting_with(prefix)
