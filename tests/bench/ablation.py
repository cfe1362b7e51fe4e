"""What each part of search brings: the same questions with one part after another switched off.

    python -m tests.bench.ablation --data FILE [--strangers FILE]

Through the real stores, index and search, as `tests.bench.retrieval` does it. Strangers are
questions about other subjects, taken from another file: every twelfth is asked of each memory and
should find nothing. Prints lines of a Markdown table. A part is switched off by a constant of its
module, because the app has no such switches.
"""

import argparse
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np

from app.contracts.search import SearchQuery
from app.memory.search import (
    circumstances,
    hybrid_search,
    keyword_evidence,
    neighbours,
    question,
    ranking,
    relevance,
    soft_words,
    vector_evidence,
)
from app.memory.search.memory_arrays import MemoryArrays
from app.memory.search.settings import ScoreFormula, SearchSettings
from app.memory.search.sketches import FloatArray
from app.storage.database import open_database
from tests.bench.retrieval import Result, ask, day_after, load, summary
from tests.bench.retrieval_data import Collection, read_collections

_ONE_STRANGER_IN = 12
_SHOWN = ("r5", "r10", "ndcg10", "evidence2000")

Change = tuple[ModuleType | type, str, object]


def _name_kept(text: str, _named: Sequence[str]) -> str:
    return text


def _nothing(*_: object) -> tuple[()]:
    return ()


def _no_vector(*_: object) -> None:
    return None


def _no_shares(arrays: MemoryArrays, *_: object) -> FloatArray:
    return np.zeros(len(arrays.columns), dtype=np.float32)


_AUTHOR: tuple[Change, ...] = (
    (circumstances, "OTHER_AUTHOR", 0.0),
    (circumstances, "OTHER_AUTHOR_BY_PRONOUN", 0.0),
)


@dataclass(frozen=True, slots=True)
class Part:
    """Its name, and what is changed so that it does nothing."""

    name: str
    changes: tuple[Change, ...] = ()
    settings: SearchSettings = SearchSettings()  # noqa: RUF009  (frozen)


PARTS = (
    Part("nothing (the default)"),
    Part("favouring the named author", _AUTHOR),
    Part(
        "the same, and the name left in the question",
        (*_AUTHOR, (question, "_without_names", _name_kept)),
    ),
    Part(
        "neighbouring messages (words and vectors)",
        ((neighbours, "NEAR", 0.0), (neighbours, "FAR", 0.0)),
    ),
    Part("date expressions", ((question, "date_spans", _nothing),)),
    Part("like words (soft matches)", ((soft_words, "_SHARE", 0.0),)),
    Part("the question before an answer", ((keyword_evidence, "_OVERHEARD", 0.0),)),
    Part(
        "the chunk's own vector beside the mixture",
        ((vector_evidence, "OWN_SHARE", 0.0),),
    ),
    Part("length", ((circumstances, "LENGTH", 0.0),)),
    Part(
        '"when" wants a remark that tells a time',
        ((circumstances, "NO_TIME_TOLD", 0.0),),
    ),
    Part("less for mere questions", ((circumstances, "ONLY_A_QUESTION", 0.0),)),
    Part(
        "the relevance limits",
        ((relevance, "BEST_NEEDS", -99.0), (relevance, "OTHERS_NEED", -99.0)),
    ),
    Part(
        "more asked of questions that speak of nobody",
        ((relevance, "IMPERSONAL_NEEDS_PER_LOG_CHUNK", 0.0),),
    ),
    Part("near duplicates left out", settings=SearchSettings(near_duplicate_overlap=2.0)),
    Part("decay (floor 1)", settings=SearchSettings(decay_floor=1.0)),
    Part(
        "the floor under the decay (bare exponential)",
        settings=SearchSettings(decay_floor=0.0),
    ),
    Part(
        "vectors, and like words with them",
        ((hybrid_search.HybridSearch, "_vector", _no_vector),),
    ),
    Part("keywords", ((ranking, "keyword_shares", _no_shares),)),
    Part(
        "all of it: the first design's formula on our words, names taken out",
        settings=SearchSettings(formula=ScoreFormula.SEED),
    ),
)


@contextmanager
def without(part: Part) -> Generator[None]:
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in part.changes]
    try:
        for owner, name, value in part.changes:
            setattr(owner, name, value)
        yield
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)


def line(part: Part, collections: Sequence[Collection], strangers: Sequence[str]) -> str:
    """Of the table: the part's name, its figures, and how many strangers found something."""
    results: list[Result] = []
    loud = 0
    for collection in collections:
        with tempfile.TemporaryDirectory() as folder, without(part):
            database = open_database(Path(folder) / "oneclaw.db")
            search = load(collection, database, part.settings)
            results += [ask(search, collection, question) for question in collection.questions]
            today = day_after(collection).date()
            loud += sum(bool(search.search(SearchQuery(text, today))) for text in strangers)
            database.close()
    means = summary(results)
    cells = [f"{means[name]:.1f}" for name in _SHOWN]
    if strangers:
        cells.append(f"{loud} of {len(strangers) * len(collections)}")
    return f"| {part.name} | {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="What each part of search brings.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--strangers", type=Path)
    arguments = parser.parse_args()
    collections = read_collections(arguments.data)
    strangers = [
        asked.text
        for collection in (read_collections(arguments.strangers) if arguments.strangers else ())
        for asked in collection.questions
    ][::_ONE_STRANGER_IN]
    for part in PARTS:
        print(line(part, collections, strangers), flush=True)


if __name__ == "__main__":
    main()
