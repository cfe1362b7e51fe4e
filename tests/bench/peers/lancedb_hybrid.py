"""LanceDB: vectors and its own full-text index, joined by reciprocal ranks."""

from importlib import import_module
from pathlib import Path
from typing import Any

from tests.bench.synthetic import Asked, Corpus

_PAGE = 10_000


class LanceHybrid:
    def __init__(self, folder: Path, lance: Any, rerankers: Any) -> None:
        self._folder = folder / "lance"
        self._lance = lance
        self._reranker = rerankers.RRFReranker()
        self._table: Any = None

    def build(self, corpus: Corpus) -> None:
        database = self._lance.connect(str(self._folder))
        table: Any = None
        for start in range(0, len(corpus.texts), _PAGE):
            rows = [
                {"number": number, "text": corpus.texts[number], "vector": corpus.vectors[number]}
                for number in range(start, min(start + _PAGE, len(corpus.texts)))
            ]
            if table is None:
                table = database.create_table("chunks", rows)
            else:
                table.add(rows)
        table.create_fts_index("text")

    def load(self) -> None:
        self._table = self._lance.connect(str(self._folder)).open_table("chunks")

    def search(self, asked: Asked, limit: int) -> list[int]:
        query = self._table.search(query_type="hybrid").vector(asked.vector).text(asked.text)
        found = query.rerank(self._reranker).limit(limit).to_list()
        return [int(row["number"]) for row in found]


def open_peer(folder: Path) -> LanceHybrid:
    return LanceHybrid(folder, import_module("lancedb"), import_module("lancedb.rerankers"))
