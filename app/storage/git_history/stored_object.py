"""What git stores: a kind and its bytes, named by their SHA-1. Knows nothing of files."""

import hashlib
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from dulwich.objects import ObjectID


class ObjectKind(IntEnum):
    """The numbers are those of the pack format."""

    COMMIT = 1
    TREE = 2
    BLOB = 3
    TAG = 4

    @property
    def label(self) -> bytes:
        return self.name.lower().encode("ascii")


KIND_BY_LABEL = {kind.label: kind for kind in ObjectKind}


@dataclass(frozen=True)
class StoredObject:
    kind: ObjectKind
    contents: bytes

    @property
    def framed(self) -> bytes:
        """The form git hashes and a loose object file holds."""
        return self.kind.label + b" %d\0" % len(self.contents) + self.contents

    @cached_property
    def id(self) -> ObjectID:
        # SHA-1 is git's name for an object, not a protection.
        name = hashlib.sha1(self.framed, usedforsecurity=False).hexdigest()
        return ObjectID(name.encode("ascii"))


def unframed(framed: bytes) -> StoredObject | None:
    """The object in its hashed form, None when the bytes are not one."""
    header, separator, contents = framed.partition(b"\0")
    label, _, length = header.partition(b" ")
    kind = KIND_BY_LABEL.get(label)
    if kind is None or not separator or length != b"%d" % len(contents):
        return None
    return StoredObject(kind, contents)


def blob(contents: bytes) -> StoredObject:
    return StoredObject(ObjectKind.BLOB, contents)
