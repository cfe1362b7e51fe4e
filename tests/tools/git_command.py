"""Asks the real git program what our history says."""

import subprocess
from pathlib import Path


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-c", "core.quotePath=false", "-C", str(folder), *arguments],
        capture_output=True,
        check=True,
        text=True,
    )
    return done.stdout


def subjects(folder: Path) -> list[str]:
    """Newest first."""
    return git(folder, "log", "--format=%s").splitlines()
