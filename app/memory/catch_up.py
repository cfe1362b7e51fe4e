"""Brings history and index in step with what happened while nobody looked: a writer was killed, a
person used another editor, the database was lost. Run at every start of the engine.

Reads only files that look different from when they were last in step. Never writes a memory file.
"""

import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from app.contracts.errors import MemoryFileError
from app.contracts.history import VersionHistory
from app.contracts.memory_files import FILES_FOLDER, MEMORY_FOLDER, FileSnapshot, MemoryFiles
from app.contracts.memory_index import SeenFile, SeenFiles, UnindexedMessages
from app.contracts.models_catalog import ON_DEVICE_MODEL
from app.memory.commit_messages import message_for
from app.memory.index_builder import INDEX_FORM, IndexBuilder

FILES_AT_ONCE = 100
"""In one transaction, and between two releases of the lock: a rebuild keeps nobody waiting."""

MESSAGES_AT_ONCE = 500
MOST_SINGLE_COMMITS = 50
"""More changes in one folder than this are somebody's import, and one commit."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """What had to be done: paths that were committed, files whose rows changed, messages that got
    theirs, and memory files that cannot be read.
    """

    committed: tuple[str, ...] = ()
    indexed: tuple[str, ...] = ()
    messages: int = 0
    unreadable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _State:
    """Paths with their look on disk, their version in the history, and both as last seen."""

    looks: Mapping[str, str]
    versions: Mapping[str, str]
    seen: Mapping[str, SeenFile]

    def has_changed(self, path: str) -> bool:
        seen, look = self.seen.get(path), self.looks.get(path, "")
        return (
            seen is None or not look or seen.look != look or seen.version != self.version_of(path)
        )

    def version_of(self, path: str) -> str:
        return f"{INDEX_FORM} {self.versions.get(path, '')}"


class CatchUp:
    def __init__(
        self,
        files: MemoryFiles,
        history: VersionHistory,
        index: IndexBuilder,
        seen: SeenFiles,
        messages: UnindexedMessages,
        on_indexed: Callable[[], None] = lambda: None,
    ) -> None:
        self._files = files
        self._history = history
        self._index = index
        self._seen = seen
        self._messages = messages
        self._on_indexed = on_indexed

    def run(self, *, thorough: bool = False) -> CaughtUp:
        """`thorough` reads every file, whatever it looks like."""
        with self._files.lock():
            state = self._state()
            if thorough:
                committed = self._commit(self._history.uncommitted())
            else:
                changed = [path for path in _all_paths(state) if state.has_changed(path)]
                committed = self._commit(self._history.uncommitted(changed)) if changed else ()
            if committed:
                state = _State(state.looks, self._history.recorded(), state.seen)
        indexed, unreadable = self._index_files(state, thorough=thorough)
        messages = self._index_messages()
        if indexed or messages:
            self._on_indexed()
        return CaughtUp(committed, indexed, messages, unreadable)

    def _state(self) -> _State:
        looks = {
            info.path: info.look
            for folder in (MEMORY_FOLDER, FILES_FOLDER)
            for info in self._files.list(folder)
        }
        return _State(
            looks, self._history.recorded(), {file.path: file for file in self._seen.all()}
        )

    def _commit(self, paths: Sequence[str]) -> tuple[str, ...]:
        gone = {path for path in paths if not self._is_there(path)}
        for folder, inside in groupby(sorted(paths, key=_folder), key=_folder):
            together = list(inside)
            for is_deleted in (False, True):
                alike = [path for path in together if (path in gone) is is_deleted]
                if len(alike) > MOST_SINGLE_COMMITS:
                    self._history.commit(alike, message_for(folder, is_deleted=is_deleted))
                    continue
                for path in alike:
                    self._history.commit([path], message_for(path, is_deleted=is_deleted))
        return tuple(paths)

    def _is_there(self, path: str) -> bool:
        """What cannot be read is there."""
        try:
            return self._files.read(path).exists
        except MemoryFileError:
            return True

    def _index_files(
        self, state: _State, *, thorough: bool
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        indexed: list[str] = []
        unreadable: list[str] = []
        paths = [
            path
            for path in sorted({*_all_paths(state), *self._index.paths()})
            if path.startswith(f"{MEMORY_FOLDER}/") and (thorough or state.has_changed(path))
        ]
        for batch in _batches(paths):
            with self._files.lock():
                found, refused = self._read(batch)
                unreadable += refused
                indexed += self._index.index_files({path: it.text for path, it in found.items()})
                self._note(state, found)
        self._note_kept_files(state)
        return tuple(indexed), tuple(unreadable)

    def _read(self, paths: Sequence[str]) -> tuple[dict[str, FileSnapshot], list[str]]:
        found: dict[str, FileSnapshot] = {}
        refused: list[str] = []
        for path in paths:
            try:
                found[path] = self._files.read(path)
            except MemoryFileError as error:
                logger.warning("not indexed: %s", error)
                refused.append(path)
        return found, refused

    def _note(self, state: _State, found: Mapping[str, FileSnapshot]) -> None:
        """With the look from before it was read: a change since then is seen next time."""
        self._remember(state, [path for path, snapshot in found.items() if snapshot.exists])
        self._forget(state, [path for path, snapshot in found.items() if not snapshot.exists])

    def _note_kept_files(self, state: _State) -> None:
        """What lies in `files/` has a history but no rows."""
        changed = [
            path
            for path in _all_paths(state)
            if not path.startswith(f"{MEMORY_FOLDER}/") and state.has_changed(path)
        ]
        self._remember(state, [path for path in changed if path in state.looks])
        self._forget(state, [path for path in changed if path not in state.looks])

    def _remember(self, state: _State, paths: Collection[str]) -> None:
        seen = [
            SeenFile(path, look, state.version_of(path))
            for path in paths
            if (look := state.looks.get(path))
        ]
        if seen:
            self._seen.put(seen)

    def _forget(self, state: _State, paths: Collection[str]) -> None:
        if known := [path for path in paths if path in state.seen]:
            self._seen.remove(known)

    def _index_messages(self) -> int:
        count, last = 0, 0
        while found := self._messages.unindexed(
            after_sequence=last, limit=MESSAGES_AT_ONCE, without_model=ON_DEVICE_MODEL.model_id
        ):
            count += self._index.index_messages(found)
            last = found[-1].sequence
        return count


def _all_paths(state: _State) -> set[str]:
    return {*state.looks, *state.versions, *state.seen}


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _batches(paths: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(paths), FILES_AT_ONCE):
        yield paths[start : start + FILES_AT_ONCE]
