from pathlib import Path

import pytest

from app.contracts.errors import UnsafePath
from app.storage.safe_path import safe_path


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/etc/passwd",
        "..",
        "../outside.md",
        "memory/../../outside.md",
        "memory/./MEMORY.md",
        "memory//MEMORY.md",
        "memory/",
        ".git/config",
        ".GIT/config",
        "memory/.hidden",
        ".oneclaw.lock",
        "memory/a\nb.md",
        "memory/a\0b.md",
        "memory/\ud800.md",
        "memory/" + "x" * 300,
    ],
)
def test_a_path_that_is_not_plain_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(UnsafePath):
        safe_path(tmp_path, path)


@pytest.mark.parametrize("path", ["memory/MEMORY.md", "files/été/我的 计划.txt", "files/a..b"])
def test_a_plain_path_stays_below_the_root(tmp_path: Path, path: str) -> None:
    assert safe_path(tmp_path, path) == tmp_path / path


def test_a_link_is_refused_wherever_it_stands_and_leads(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    root = tmp_path / "root"
    (root / "memory").mkdir(parents=True)
    outside.mkdir()
    (root / "memory" / "daily").symlink_to(outside)
    (root / "memory" / "MEMORY.md").symlink_to(outside / "MEMORY.md")
    (root / "memory" / "inside.md").symlink_to(root / "memory" / "other.md")
    for path in ("memory/daily/2026-02-28.md", "memory/MEMORY.md", "memory/inside.md"):
        with pytest.raises(UnsafePath):
            safe_path(root, path)
