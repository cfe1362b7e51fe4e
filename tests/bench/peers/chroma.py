"""Chroma with its persistent client: nearest vectors, no keywords."""

from importlib import import_module
from pathlib import Path
from typing import Any

from tests.bench.synthetic import Asked, Corpus

_PAGE = 5_000


class Chroma:
    def __init__(self, folder: Path, chromadb: Any) -> None:
        self._folder = folder / "chroma"
        self._chromadb = chromadb
        self._collection: Any = None

    def build(self, corpus: Corpus) -> None:
        collection = self._client().create_collection("chunks", metadata={"hnsw:space": "cosine"})
        for start in range(0, len(corpus.texts), _PAGE):
            numbers = range(start, min(start + _PAGE, len(corpus.texts)))
            collection.add(
                ids=[str(number) for number in numbers],
                embeddings=corpus.vectors[numbers.start : numbers.stop],
                documents=corpus.texts[numbers.start : numbers.stop],
            )

    def load(self) -> None:
        self._collection = self._client().get_collection("chunks")

    def search(self, asked: Asked, limit: int) -> list[int]:
        found = self._collection.query(query_embeddings=[asked.vector], n_results=limit)
        return [int(number) for number in found["ids"][0]]

    def _client(self) -> Any:
        quiet = self._chromadb.config.Settings(anonymized_telemetry=False)
        return self._chromadb.PersistentClient(str(self._folder), settings=quiet)


def open_peer(folder: Path) -> Chroma:
    import_module("chromadb.config")
    return Chroma(folder, import_module("chromadb"))
