"""How well the product's own storage, index and search find the evidence for questions.

    python -m tests.bench.retrieval --data FILE [--json]

Every turn is stored as a message of a past session through the real stores, indexed, embedded and
searched with the default settings. The last line of the output is one JSON object.
"""

import argparse
import json
import math
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.contracts.conversation import MessageKind, NewMessage, Session
from app.contracts.search import MemoryHit, MemorySearch, SearchQuery
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from app.embedding.word_vectors import WordVectors
from app.memory.index_builder import IndexBuilder, embed_pending
from app.memory.search.hybrid_search import HybridSearch, SearchModels
from app.memory.search.settings import SearchSettings
from app.memory.text.token_estimate import estimate_tokens
from app.storage.database import IndexRows, MessageRows, SessionRows, open_database
from app.storage.database.connection import Database
from app.storage.database.index_feed import IndexFeedRows
from tests.bench.retrieval_data import (
    ADVERSARIAL,
    AskedQuestion,
    Collection,
    Turn,
    read_collections,
)

MODEL_FOLDER = Path(__file__).parents[2] / "models"
_DEEP = 100
_BUDGETS = (500, 1000, 2000)


class _FixedClock:
    def __init__(self, moment: datetime) -> None:
        self._moment = moment

    def now(self) -> datetime:
        return self._moment


@dataclass(frozen=True, slots=True)
class Result:
    category: int
    figures: dict[str, float]
    milliseconds: float


def measure(
    collections: Sequence[Collection], settings: SearchSettings | None = None
) -> dict[str, object]:
    results: list[Result] = []
    index_seconds = 0.0
    for collection in collections:
        with tempfile.TemporaryDirectory() as folder:
            database = open_database(Path(folder) / "oneclaw.db")
            started = time.perf_counter()
            search = load(collection, database, settings or SearchSettings())
            index_seconds += time.perf_counter() - started
            results += [ask(search, collection, question) for question in collection.questions]
            database.close()
    return summary(results) | {"index_seconds": round(index_seconds, 2)}


def load(collection: Collection, database: Database, settings: SearchSettings) -> HybridSearch:
    """The collection in real stores, indexed and embedded, and the search over it."""
    source = ModelSource([MODEL_FOLDER])
    embedder = OnnxEmbedder(source)
    clock = _FixedClock(day_after(collection))
    store = IndexRows(database)
    builder = IndexBuilder(store, clock, lambda text: embedder.token_count(text) <= embedder.window)
    sessions, messages = SessionRows(database), MessageRows(database)
    with database.writing():
        for session_id in dict.fromkeys(turn.session for turn in collection.turns):
            sessions.create(Session(session_id, session_id, "general", clock.now(), clock.now()))
        speakers = list(dict.fromkeys(turn.speaker for turn in collection.turns))
        stored = [messages.append(_message(turn, speakers)) for turn in collection.turns]
        builder.index_messages(stored)
    while embed_pending(store, embedder):
        pass
    search = HybridSearch(
        IndexFeedRows(database),
        SearchModels(embedder, WordVectors(source)),
        settings=settings,
    )
    search.warm_up()
    return search


def _message(turn: Turn, speakers: list[str | None]) -> NewMessage:
    is_first = speakers.index(turn.speaker) == 0
    return NewMessage(
        id=turn.id,
        session_id=turn.session,
        kind=MessageKind.USER if is_first else MessageKind.ASSISTANT,
        text=turn.text,
        said_at=turn.said_at,
        author=turn.speaker,
    )


def day_after(collection: Collection) -> datetime:
    return max(turn.said_at for turn in collection.turns) + timedelta(days=1)


def ask(search: MemorySearch, collection: Collection, question: AskedQuestion) -> Result:
    today = day_after(collection).astimezone(UTC).date()
    started = time.perf_counter()
    search.search(SearchQuery(question.text, today))
    milliseconds = (time.perf_counter() - started) * 1000
    hits = search.search(SearchQuery(question.text, today, limit=_DEEP))
    return Result(question.category, _figures(hits, question.evidence), milliseconds)


def _figures(hits: Sequence[MemoryHit], evidence: frozenset[str]) -> dict[str, float]:
    order = list(dict.fromkeys(hit.origin for hit in hits))
    places = [place for place, origin in enumerate(order, 1) if origin in evidence]
    figures = {
        f"r{depth}": sum(place <= depth for place in places) / len(evidence) for depth in (1, 5, 10)
    }
    gain = sum(1 / math.log2(place + 1) for place in places if place <= 10)
    best = sum(1 / math.log2(place + 1) for place in range(1, min(10, len(evidence)) + 1))
    figures["ndcg10"] = gain / best
    figures["mrr"] = 1 / places[0] if places else 0.0
    for budget in _BUDGETS:
        packed = _packed(hits, budget)
        figures[f"evidence{budget}"] = len(evidence & packed) / len(evidence)
    return figures


def _packed(hits: Sequence[MemoryHit], budget: int) -> set[str]:
    """What fits as `- text` lines under one line for each date; too long ones are skipped."""
    packed: set[str] = set()
    dates: set[object] = set()
    for hit in hits:
        header = f"{hit.date}:\n" if hit.date not in dates else ""
        cost = estimate_tokens(f"{header}- {hit.text}\n")
        if cost <= budget:
            budget -= cost
            dates.add(hit.date)
            packed.add(hit.origin)
    return packed


def summary(results: Sequence[Result]) -> dict[str, object]:
    answerable = [result for result in results if result.category != ADVERSARIAL]
    by_category: defaultdict[int, list[Result]] = defaultdict(list)
    for result in results:
        by_category[result.category].append(result)
    times = sorted(result.milliseconds for result in results)
    return {
        **_means(answerable),
        "by_category": {
            str(category): {"questions": len(group), **_means(group)}
            for category, group in sorted(by_category.items())
        },
        "questions": len(answerable),
        "query_p50_ms": round(statistics.median(times), 3) if times else None,
        "query_p95_ms": round(times[int(len(times) * 0.95)], 3) if times else None,
    }


def _means(results: Sequence[Result]) -> dict[str, float]:
    names = results[0].figures if results else {}
    return {
        name: round(100 * statistics.fmean(result.figures[name] for result in results), 2)
        for name in names
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Retrieval quality of the product's own search.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--json", action="store_true", help="print nothing but the JSON object")
    arguments = parser.parse_args()
    collections = read_collections(arguments.data)
    if not arguments.json:
        for collection in collections:
            print(f"{collection.name}: {len(collection.turns)} turns")
    print(json.dumps(measure(collections)))


if __name__ == "__main__":
    main()
