"""bm25s: sparse keyword scores worked out beforehand, no vectors."""

from importlib import import_module
from pathlib import Path
from typing import Any

from tests.bench.synthetic import Asked, Corpus


class Bm25:
    def __init__(self, folder: Path, bm25s: Any) -> None:
        self._folder = folder / "bm25s"
        self._bm25s = bm25s
        self._index: Any = None

    def build(self, corpus: Corpus) -> None:
        index = self._bm25s.BM25(k1=1.2, b=0.75)
        index.index(
            self._bm25s.tokenize(corpus.texts, stopwords="en", show_progress=False),
            show_progress=False,
        )
        index.save(str(self._folder))

    def load(self) -> None:
        self._index = self._bm25s.BM25.load(str(self._folder))

    def search(self, asked: Asked, limit: int) -> list[int]:
        words = self._bm25s.tokenize([asked.text], stopwords="en", show_progress=False)
        numbers, _ = self._index.retrieve(words, k=limit, show_progress=False)
        return [int(number) for number in numbers[0]]


def open_peer(folder: Path) -> Bm25:
    return Bm25(folder, import_module("bm25s"))
