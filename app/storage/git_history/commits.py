"""Commit objects: making one, reading one, and finding one by the start of its name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

from dulwich.objects import ObjectID

from app.contracts.errors import HistoryError, UnknownVersion
from app.contracts.history import Commit
from app.storage.git_history.object_database import ObjectDatabase
from app.storage.git_history.stored_object import ObjectKind, StoredObject

AUTHOR = b"OneClaw Agent <agent@oneclaw.local>"
_NAME = re.compile(r"[0-9a-fA-F]{4,40}")
_STAMP = re.compile(rb"> (-?\d+) ([+-])(\d\d)(\d\d)\Z")
_FULL_LENGTH = 40


@dataclass(frozen=True, slots=True)
class CommitObject:
    """What a commit says. `headers` are its lines after the parents, kept as they are."""

    tree: ObjectID
    parents: tuple[ObjectID, ...]
    headers: bytes
    message: bytes

    def stored(self) -> StoredObject:
        lines = [b"tree " + self.tree, *(b"parent " + parent for parent in self.parents)]
        contents = b"\n".join([*lines, self.headers, b"", self.message])
        return StoredObject(ObjectKind.COMMIT, contents)


def new_commit(
    tree: ObjectID, parents: Sequence[ObjectID], message: str, now: datetime
) -> CommitObject:
    # A zero byte would end the message for git.
    text = message.replace("\0", "").strip("\n") + "\n"
    stamp = AUTHOR + b" " + _stamp(now)
    headers = b"author " + stamp + b"\ncommitter " + stamp
    return CommitObject(tree, tuple(parents), headers, text.encode("utf-8", "replace"))


def parse_commit(contents: bytes) -> CommitObject:
    head, _, message = contents.partition(b"\n\n")
    lines = head.split(b"\n")
    count = 1
    while count < len(lines) and lines[count].startswith(b"parent "):
        count += 1
    tree = lines[0].removeprefix(b"tree ")
    parents = tuple(ObjectID(line.removeprefix(b"parent ")) for line in lines[1:count])
    if len(tree) != _FULL_LENGTH or any(len(parent) != _FULL_LENGTH for parent in parents):
        raise HistoryError("A part of the version history is damaged.", detail="not a commit")
    return CommitObject(ObjectID(tree), parents, b"\n".join(lines[count:]), message)


def read_commit(database: ObjectDatabase, commit: ObjectID) -> CommitObject:
    return parse_commit(database.read(commit, ObjectKind.COMMIT))


def walk(
    database: ObjectDatabase, start: ObjectID | None
) -> Iterator[tuple[ObjectID, CommitObject]]:
    """Newest first, along first parents: our history is one line."""
    while start is not None:
        commit = read_commit(database, start)
        yield start, commit
        start = commit.parents[0] if commit.parents else None


def described(commit_id: ObjectID, commit: CommitObject) -> Commit:
    return Commit(
        sha=commit_id.decode("ascii"),
        message=commit.message.decode("utf-8", "replace").rstrip("\n"),
        committed_at=_committed_at(commit.headers),
        parents=tuple(parent.decode("ascii") for parent in commit.parents),
    )


def resolve(database: ObjectDatabase, name: str) -> ObjectID:
    """The commit a caller means by a whole name or by its unique start."""
    if not _NAME.fullmatch(name):
        raise UnknownVersion(
            "A version is named by at least the first 4 characters of its id (0-9, a-f).",
            detail=repr(name[:80]),
        )
    prefix = name.lower()
    if len(prefix) == _FULL_LENGTH:
        candidates = [ObjectID(prefix.encode("ascii"))]
    else:
        candidates = list(database.starting_with(prefix))
    commits = [candidate for candidate in candidates if _is_commit(database, candidate)]
    if not commits:
        raise UnknownVersion(f"There is no version {prefix}.")
    if len(commits) > 1:
        raise UnknownVersion(f"Several versions begin with {prefix}. Give more of its id.")
    return commits[0]


def _is_commit(database: ObjectDatabase, candidate: ObjectID) -> bool:
    found = database.find(candidate)
    return found is not None and found.kind is ObjectKind.COMMIT


def _stamp(now: datetime) -> bytes:
    """Seconds and offset as git writes them: no time before 1970, whole minutes of offset."""
    minutes = int((now.utcoffset() or timedelta()).total_seconds() // 60)
    sign = "-" if minutes < 0 else "+"
    hours, rest = divmod(abs(minutes), 60)
    return f"{max(0, int(now.timestamp()))} {sign}{hours:02d}{rest:02d}".encode("ascii")


def _committed_at(headers: bytes) -> datetime:
    """The committer's time in the committer's zone; a stamp nobody can read is the beginning."""
    for line in headers.split(b"\n"):
        found = _STAMP.search(line) if line.startswith(b"committer ") else None
        if found:
            return _moment(int(found[1]), found[2] == b"-", int(found[3]), int(found[4]))
    return datetime.fromtimestamp(0, UTC)


def _moment(seconds: int, is_west: bool, hours: int, minutes: int) -> datetime:
    offset = timedelta(hours=hours, minutes=minutes)
    try:
        zone = timezone(-offset if is_west else offset)
        return datetime.fromtimestamp(seconds, zone)
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0, UTC)
