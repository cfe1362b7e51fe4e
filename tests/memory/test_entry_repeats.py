"""What crosses the socket about repeats: judged once for each text, and never of another text."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from app.contracts.engine_link import Frame, decode_body, encode_frame
from app.memory.entry_duplicates import Repeat
from app.memory.entry_repeats import REPEATS_CALL, AskedRepeats, RepeatFinder
from app.memory.entry_similarity import Likeness
from tests.memory.memory_on_disk import MemoryOnDisk, open_memory

FILMS = "## Interests\n- Enjoys watching films\n- Likes watching movies\n- Two cats\n- two cats\n"


class Table:
    """Says that films are movies, and counts how often it was asked."""

    def __init__(self) -> None:
        self.times = 0

    def find(self, content: str, texts: Sequence[str]) -> int | None:
        self.times += 1
        known = {"Likes watching movies": "Enjoys watching films"}
        return texts.index(known[content]) if known.get(content) in texts else None


class Wire:
    """The engine's answer as it arrives, or whatever `answer` says instead."""

    def __init__(self, finder: RepeatFinder | None, answer: Frame | None = None) -> None:
        self._finder = finder
        self._answer = answer

    def ask(self, frame: Frame, seconds: float) -> Frame | None:
        assert frame == {"call": REPEATS_CALL}
        if self._finder is None:
            return self._answer
        return decode_body(encode_frame(self._finder.frame())[4:])


@pytest.fixture
def memory(tmp_path: Path) -> MemoryOnDisk:
    made = open_memory(tmp_path)
    made.put(FILMS)
    return made


def test_the_engine_tells_repeats_by_meaning_and_by_words(memory: MemoryOnDisk):
    asked = AskedRepeats(Wire(RepeatFinder(memory.files, Table())))
    assert asked.of(memory.long_term.snapshot(), 1) == (
        Repeat(1, 0, Likeness.MEANING),
        Repeat(3, 2, Likeness.SAME),
    )


def test_a_text_is_judged_once_until_it_changes(memory: MemoryOnDisk):
    table = Table()
    finder = RepeatFinder(memory.files, table)
    first = finder.frame()
    times = table.times
    assert finder.frame() == first
    assert table.times == times
    memory.put(FILMS + "- Plays chess\n")
    assert finder.frame()["version"] != first["version"]
    assert table.times > times


def test_an_answer_about_another_text_is_none(memory: MemoryOnDisk):
    asked = AskedRepeats(Wire(RepeatFinder(memory.files, Table())))
    before = memory.long_term.snapshot()
    memory.put(FILMS + "- Plays chess\n")
    assert asked.of(before, 1) is None


@pytest.mark.parametrize(
    "repeats",
    [None, 7, [1], [[1, 0]], [["one", 0, "same"]], [[1, 0, "cousin"]], [[9, 0, "same"]]],
    ids=str,
)
def test_an_answer_that_makes_no_sense_is_none(memory: MemoryOnDisk, repeats: object):
    snapshot = memory.long_term.snapshot()
    wire = Wire(None, {"version": snapshot.digest, "repeats": repeats})
    assert AskedRepeats(wire).of(snapshot, 1) is None


def test_without_an_engine_there_is_no_answer(memory: MemoryOnDisk):
    assert AskedRepeats(Wire(None)).of(memory.long_term.snapshot(), 1) is None
