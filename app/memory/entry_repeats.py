"""Which entries repeat one another by meaning: judged in the engine, which has the vectors, and
asked for by the app.

The engine's judgement is the one compaction makes. It is kept for the text it was made of, so that
a page that is opened again has it at once. Without an answer the app judges by words alone.
"""

import logging
from collections.abc import Sequence
from threading import Lock
from typing import Protocol, cast

from app.contracts.engine_link import BadFrame, EngineQuestions, Frame
from app.contracts.memory_files import LONG_TERM_PATH, FileSnapshot, MemoryFiles
from app.memory.entry_duplicates import Repeat, find_repeats
from app.memory.entry_similarity import Likeness, SameMeaning
from app.memory.long_term_document import LongTermDocument

REPEATS_CALL = "repeats"

logger = logging.getLogger(__name__)


class MeaningRepeats(Protocol):
    def of(self, snapshot: FileSnapshot, seconds: float) -> tuple[Repeat, ...] | None:
        """None: nobody answered in time, or the file is another one by now."""
        ...


class RepeatFinder:
    """The engine's side; any thread may call."""

    def __init__(self, files: MemoryFiles, same_meaning: SameMeaning) -> None:
        self._files = files
        self._same_meaning = same_meaning
        self._lock = Lock()
        self._version = ""
        self._repeats: tuple[Repeat, ...] = ()

    def frame(self) -> Frame:
        """Of the file as it is now, and which version that is."""
        snapshot = self._files.read(LONG_TERM_PATH)
        with self._lock:  # whoever asks meanwhile waits for the same answer
            if snapshot.digest != self._version:
                entries = LongTermDocument(snapshot.text).entries()
                self._repeats = find_repeats(entries, self._same_meaning)
                self._version = snapshot.digest
            found = [[one.index, one.of, one.likeness.value] for one in self._repeats]
            return {"version": self._version, "repeats": found}


class AskedRepeats:
    """The app's side. Implements MeaningRepeats."""

    def __init__(self, engine: EngineQuestions) -> None:
        self._engine = engine

    def of(self, snapshot: FileSnapshot, seconds: float) -> tuple[Repeat, ...] | None:
        answer = self._engine.ask({"call": REPEATS_CALL}, seconds)
        if answer is None or answer.get("version") != snapshot.digest:
            return None
        try:
            return _repeats_of(answer, len(LongTermDocument(snapshot.text).entries()))
        except BadFrame as error:
            logger.warning("%s", error)
            return None


def _repeats_of(answer: Frame, count: int) -> tuple[Repeat, ...]:
    try:
        found = tuple(
            Repeat(int(index), int(of), Likeness(likeness))
            for index, of, likeness in cast("Sequence[tuple[int, int, str]]", answer["repeats"])
        )
    except (KeyError, ValueError, TypeError) as error:
        raise BadFrame("the repeats are not understood") from error
    if any(not (0 <= one.index < count and 0 <= one.of < count) for one in found):
        raise BadFrame("the repeats are of other entries")
    return found
