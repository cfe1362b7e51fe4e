"""What the writers acknowledged, and whether the files still keep it: before any repair."""

import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from app.contracts.memory_files import LONG_TERM_PATH, daily_log_path
from app.memory.daily_log import parse_blocks
from app.memory.long_term_document import LongTermDocument
from app.storage.memory_files import MemoryFilesOnDisk
from tests.torture.writers import OWN_VERSIONS, SHARED_DAY, block_body, fact, own_text


@dataclass
class Promises:
    words: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set[str]))
    """By what was done: fact, block, edit."""
    own: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """By file: the versions it was brought to, in order."""
    said: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list[str]))
    """By session."""
    count: int = 0

    def take(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.count += 1
            match line.split(" "):
                case ["own", path, name]:
                    self.own.setdefault(path, []).append(name)
                case ["said", session, word]:
                    self.said[session].append(word)
                case [kind, word]:
                    self.words[kind].add(word)
                case _:
                    raise ValueError(f"not an acknowledgement: {line!r}")


def broken_promises(home: Path, promises: Promises) -> Iterator[str]:
    files = MemoryFilesOnDisk(home)
    yield from _empty_files(home)
    entries = _entries(files.read(LONG_TERM_PATH).text)
    yield from _broken("fact", [fact(word) for word in _words(entries, "fact ")], entries)
    blocks = parse_blocks(files.read(daily_log_path(SHARED_DAY)).text)
    yield from (f"torn block {it.id}" for it in blocks if it.body != block_body(it.id))
    found = {
        "fact": Counter(_words(entries, "fact ")),
        "edit": Counter(_words(entries, "edited ")),
        "block": Counter(it.id for it in blocks),
    }
    for kind, counted in found.items():
        yield from (f"{kind} {word}: {n} times" for word, n in counted.items() if n > 1)
        yield from (f"{kind} {word}: lost" for word in promises.words[kind] - counted.keys())
    for path, names in promises.own.items():
        yield from _own_file(files.read(path).text, path, names)


def _entries(text: str) -> list[str]:
    return [entry.text for entry in LongTermDocument(text).entries()]


def _words(entries: Iterable[str], prefix: str) -> list[str]:
    return [
        entry.split("\n")[0].removeprefix(prefix) for entry in entries if entry.startswith(prefix)
    ]


def _broken(kind: str, whole: list[str], entries: list[str]) -> Iterator[str]:
    there = [entry for entry in entries if entry.startswith(kind)]
    yield from (
        f"torn {kind}: {it!r}" for it, wanted in zip(there, whole, strict=True) if it != wanted
    )


def _empty_files(home: Path) -> Iterator[str]:
    for folder in ("memory", "files"):
        for path in sorted((home / folder).rglob("*.md")):
            if path.stat().st_size == 0:
                yield f"empty: {path.relative_to(home)}"


def _own_file(text: str, path: str, names: list[str]) -> Iterator[str]:
    """As the last acknowledged step left it, or as the one after that, which was under way."""
    last = OWN_VERSIONS.index(names[-1])
    allowed = {OWN_VERSIONS[last], OWN_VERSIONS[(last + 1) % len(OWN_VERSIONS)]}
    found = _version_of_log(text) if path.startswith("memory/") else _version_of_file(text)
    if found not in allowed:
        yield f"{path} is {found or 'no version at all'} after {names[-1]} was acknowledged"


def _version_of_log(text: str) -> str:
    """Each version has one block more."""
    titles = tuple(block.title for block in parse_blocks(text))
    is_whole = bool(titles) and titles == OWN_VERSIONS[: len(titles)]
    return titles[-1] if is_whole else ""


def _version_of_file(text: str) -> str:
    name, _, number = text.split("\n", 1)[0].partition(" of ")
    return name if number.isdigit() and text == own_text(int(number), name) else ""


def git_complaints(home: Path) -> Iterator[str]:
    checked = _git(home, "fsck", "--full", "--strict", "--no-dangling")
    if checked.returncode or checked.stdout or checked.stderr:
        yield f"git fsck: {checked.stdout}{checked.stderr}"
    objects = _git(home, "cat-file", "--batch-all-objects", "--batch-check").stdout
    if any(line.split()[1:] == ["blob", "0"] for line in objects.splitlines()):
        yield "a version of a file was empty"


def git_status(home: Path) -> str:
    return _git(home, "status", "--porcelain").stdout


def _git(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["git", "-c", "safe.directory=*", "-C", str(home), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)
