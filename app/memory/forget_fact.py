"""Forgets a fact for good: files, index, version history, and copies kept with answers (S9.3).

First it is shown what would go. The history goes first: whatever ends this early leaves the fact
visible in the files, where it can be forgotten again, and never hidden in an old version. What was
said in a chat is the chat's, and stays until that is deleted.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.contracts.errors import MemoryFileError
from app.contracts.history import VersionHistory
from app.contracts.memory_files import (
    FILES_FOLDER,
    LONG_TERM_PATH,
    MEMORY_FOLDER,
    FileSnapshot,
    MemoryFiles,
    WriteObserver,
)
from app.contracts.memory_traces import MemoryTraces
from app.contracts.settings import SettingsStore
from app.memory.commit_messages import usual_message
from app.memory.compaction_board import drop_proposal
from app.memory.entry_usage import usage_key
from app.memory.forget_redaction import telling_texts, without_facts
from app.memory.locked_edit import LockedEdit, NewText
from app.memory.long_term_document import LongTermDocument
from app.memory.markdown_lines import split_lines
from app.memory.memory_draft import drop_draft, keep_draft, kept_draft


@dataclass(frozen=True, slots=True)
class ForgottenPlace:
    """Lines of one file that would go, as a person reads them."""

    path: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ForgetPlan:
    """`texts` are what is looked for; every line with one of them goes."""

    texts: tuple[str, ...]
    places: tuple[ForgottenPlace, ...]

    @property
    def lines(self) -> int:
        return sum(len(place.lines) for place in self.places)


@dataclass(frozen=True, slots=True)
class NothingToForget:
    """No memory file says it; maybe it was only said in a chat."""


@dataclass(frozen=True, slots=True)
class FactForgotten:
    """`versions` of the history were rewritten."""

    lines: int
    versions: int


@dataclass(frozen=True, slots=True)
class ForgetParts:
    """`drop_caches` removes derived files that may hold words of the fact; `forget_usage` the
    counts under these keys.
    """

    traces: MemoryTraces
    settings: SettingsStore
    drop_caches: Callable[[], None] = lambda: None
    forget_usage: Callable[[Sequence[str]], None] = lambda _: None


class ForgetFact:
    """Reads and rewrites everything: call it off the UI thread. Raises OneClawError."""

    def __init__(
        self,
        files: MemoryFiles,
        history: VersionHistory,
        on_written: WriteObserver,
        parts: ForgetParts,
    ) -> None:
        self._files = files
        self._history = history
        self._on_written = on_written
        self._parts = parts
        self._edit = LockedEdit(files, on_written)

    def look(self, fact: str) -> ForgetPlan | NothingToForget:
        """Changes nothing. `fact` is an entry, or a piece of a log as a search gives it."""
        snapshots = list(self._snapshots())
        texts = telling_texts(self._as_it_stands(fact, snapshots))
        places = tuple(
            ForgottenPlace(snapshot.path, lines)
            for snapshot in snapshots
            if (lines := _lines_that_go(snapshot, texts))
        )
        return ForgetPlan(texts, places) if places else NothingToForget()

    def __call__(self, plan: ForgetPlan) -> FactForgotten:
        with self._files.lock():
            versions = self._history.forget(plan.texts).rewritten
            lines = 0
            for snapshot in list(self._snapshots()):
                gone = _lines_that_go(snapshot, plan.texts)
                if gone:
                    lines += len(gone)
                    self._rewrite(snapshot.path, plan.texts)
            self._scrub_draft(plan.texts)
            drop_proposal(self._parts.settings)
        self._parts.forget_usage([usage_key(text) for text in plan.texts])
        self._parts.traces.remove(plan.texts)
        self._parts.drop_caches()
        return FactForgotten(lines, versions)

    def _rewrite(self, path: str, texts: Sequence[str]) -> None:
        def plan(before: FileSnapshot) -> NewText:
            return NewText(without_facts(path, before.text, texts))

        self._edit.run(path, usual_message(path), plan)

    def _snapshots(self) -> Iterator[FileSnapshot]:
        for folder in (MEMORY_FOLDER, FILES_FOLDER):
            for info in self._files.list(folder):
                try:
                    yield self._files.read(info.path)
                except MemoryFileError:
                    continue  # it is no text, so nothing the assistant remembers by

    def _as_it_stands(self, fact: str, snapshots: Sequence[FileSnapshot]) -> str:
        """A copy beside an answer may have its lines joined; the file has them apart."""
        wanted = _joined(fact)
        for snapshot in snapshots:
            if snapshot.path == LONG_TERM_PATH:
                for entry in LongTermDocument(snapshot.text).entries():
                    if _joined(entry.text) == wanted:
                        return entry.text
        return fact

    def _scrub_draft(self, texts: Sequence[str]) -> None:
        draft = kept_draft(self._parts.settings)
        if draft is None:
            return
        path, base = draft.based_on.path, draft.based_on
        text = without_facts(path, draft.text, texts)
        base = replace(base, text=without_facts(path, base.text, texts), digest="forgotten")
        if text == base.text:
            drop_draft(self._parts.settings)
        elif base.text != draft.based_on.text or text != draft.text:
            keep_draft(self._parts.settings, replace(draft, text=text, based_on=base))


def _lines_that_go(snapshot: FileSnapshot, texts: Sequence[str]) -> tuple[str, ...]:
    after = without_facts(snapshot.path, snapshot.text, texts)
    if after == snapshot.text:
        return ()
    left = split_lines(LongTermDocument(after).visible_text())
    gone: list[str] = []
    for line in split_lines(LongTermDocument(snapshot.text).visible_text()):
        if left and line == left[0]:
            left.pop(0)
        elif line.strip():
            gone.append(line.strip())
    return tuple(gone)


def _joined(text: str) -> str:
    return " ".join(text.split()).removeprefix("- ")
