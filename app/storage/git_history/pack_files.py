"""A pack and its index put in place so that a kill between the two leaves nothing wrong.

The pack is durable before its index, and only with the index does anybody read it.
"""

import hashlib
import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

from dulwich.objects import ObjectID
from dulwich.pack import write_pack_index_v2

from app.storage.git_history.durable_disk import DurableDisk

PackEntry = tuple[bytes, int, int | None]
"""Raw id, offset, CRC-32."""


def place_pack(
    folder: Path,
    disk: DurableDisk,
    ids: Iterable[ObjectID],
    fill: Callable[[BinaryIO], tuple[list[PackEntry], bytes]],
) -> str:
    """Durable when it returns; the name of the pack, which is that of its set of objects.

    `fill` writes the pack and returns the sorted entries for the index, and the checksum.
    """
    in_order = sorted(bytes.fromhex(each.decode("ascii")) for each in ids)
    name = "pack-" + hashlib.sha1(b"".join(in_order), usedforsecurity=False).hexdigest()
    index = folder / f"{name}.idx"
    if not in_order or index.is_file():
        return name
    result: list[tuple[list[PackEntry], bytes]] = []
    disk.place_written(folder / f"{name}.pack", lambda file: result.append(fill(file)))
    disk.sync_folders([folder])
    (entries, checksum) = result[0]
    encoded = io.BytesIO()
    write_pack_index_v2(encoded, entries, checksum)
    disk.replace(index, encoded.getvalue())
    return name
