"""What must be on the disk before what: the order a power cut would put to the test."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

import pytest

from app.storage.git_history.durable_disk import DurableDisk
from tests.storage.git_history.place import Place


class RecordingDisk(DurableDisk):
    """Notes every file when it appears and every folder when it is flushed."""

    def __init__(self, scratch: Path, events: list[tuple[str, Path]]) -> None:
        super().__init__(scratch)
        self._events = events

    def place_written(self, target: Path, fill: Callable[[BinaryIO], object]) -> None:
        super().place_written(target, fill)
        self._events.append(("placed", target))

    def remove(self, path: Path) -> None:
        super().remove(path)
        self._events.append(("removed", path))

    def sync_folders(self, folders: Iterable[Path]) -> None:
        for folder in folders:
            super().sync_folders([folder])
            self._events.append(("synced", folder))


def test_objects_and_their_folders_are_flushed_before_the_branch_moves(place: Place):
    events: list[tuple[str, Path]] = []
    recorded = place.reopened(RecordingDisk(place.root / ".git/oneclaw", events))
    recorded.commit("memory/daily/2026-02-28.md", "log\n")
    branch = events.index(("placed", place.root / ".git/refs/heads/main"))
    objects = [path for event, path in events[:branch] if event == "placed"]
    assert len(objects) == 5
    for path in objects:
        assert ("synced", path.parent) in events[events.index(("placed", path)) : branch]
    assert ("synced", place.root / ".git/refs/heads") in events[branch:]


def test_a_pack_and_its_index_are_flushed_before_anything_is_removed(place: Place):
    place.commit("memory/MEMORY.md", "- tea\n")
    events: list[tuple[str, Path]] = []
    recorded = place.reopened(RecordingDisk(place.root / ".git/oneclaw", events))
    recorded.history.collect_garbage()
    first_removal = next(n for n, (event, _) in enumerate(events) if event == "removed")
    before = [path.suffix or path.name for _, path in events[:first_removal]]
    assert before[:4] == [".pack", "pack", ".idx", "pack"]


def test_every_placed_file_is_flushed_under_its_scratch_name(tmp_path: Path):
    target = tmp_path / "target"
    there: list[bool] = []

    def flush(handle: int) -> None:
        there.append(target.exists())
        os.fsync(handle)

    DurableDisk(tmp_path / "scratch", flush).replace(target, b"contents")
    assert there == [False, True]
    assert target.read_bytes() == b"contents"


def test_a_write_that_fails_leaves_the_old_file_and_no_scratch_file(tmp_path: Path):
    target = tmp_path / "target"
    target.write_bytes(b"old")

    def full(handle: int) -> None:
        raise OSError(28, f"No space left for {handle}")

    disk = DurableDisk(tmp_path / "scratch", full)
    with pytest.raises(OSError, match="No space"):
        disk.replace(target, b"new")
    assert target.read_bytes() == b"old"
    assert list((tmp_path / "scratch").iterdir()) == []
