import stat
from pathlib import Path

import pytest

from app.storage.derived_arrays import DerivedArraysFile

PARTS = {"numbers": bytes(range(100)), "empty": b"", "text": "Zürich".encode()}


def test_what_was_saved_is_read(tmp_path: Path):
    cache = DerivedArraysFile(tmp_path / "cache")
    cache.save("v1", PARTS)
    loaded = cache.load("v1")
    assert loaded is not None
    assert {name: bytes(part) for name, part in loaded.items()} == PARTS


def test_a_missing_file_or_another_version_is_no_cache(tmp_path: Path):
    cache = DerivedArraysFile(tmp_path / "cache")
    assert cache.load("v1") is None
    cache.save("v1", PARTS)
    assert cache.load("v2") is None


@pytest.mark.parametrize("length", [0, 3, 19, 60, -1])
def test_a_cut_off_file_is_no_cache(tmp_path: Path, length: int):
    path = tmp_path / "cache"
    DerivedArraysFile(path).save("v1", PARTS)
    path.write_bytes(path.read_bytes()[:length])
    assert DerivedArraysFile(path).load("v1") is None


def test_any_changed_byte_is_noticed(tmp_path: Path):
    path = tmp_path / "cache"
    DerivedArraysFile(path).save("v1", PARTS)
    whole = path.read_bytes()
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        loaded = DerivedArraysFile(path).load("v1")
        assert loaded is None or {n: bytes(p) for n, p in loaded.items()} == PARTS


def test_reading_is_private_and_never_changes_the_file(tmp_path: Path):
    path = tmp_path / "cache"
    cache = DerivedArraysFile(path)
    cache.save("v1", PARTS)
    before = path.read_bytes()
    loaded = cache.load("v1")
    assert loaded is not None
    loaded["numbers"][0] = 77
    assert path.read_bytes() == before


def test_a_folder_that_is_not_there_is_no_failure(tmp_path: Path):
    cache = DerivedArraysFile(tmp_path / "gone" / "cache")
    cache.save("v1", PARTS)
    assert cache.load("v1") is None


def test_the_file_is_private_and_leaves_nothing_beside_it(tmp_path: Path):
    path = tmp_path / "cache"
    DerivedArraysFile(path).save("v1", PARTS)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]
