"""The first design's algorithm as its document has it: every chunk read from SQLite, cut into words
and compared number by number at each query. Plain loops on purpose.
"""

import math
import re
import sqlite3
import struct
from collections import Counter
from pathlib import Path

from tests.bench.synthetic import DIMENSION, Asked, Corpus

K1, B = 1.2, 0.75
KEYWORDS, VECTORS, DECAY = 0.3, 0.7, 0.01
_NOT_A_WORD = re.compile(r"[^a-z0-9\u4e00-\u9fff\s]")
_FLOATS = struct.Struct(f"<{DIMENSION}f")

Row = tuple[int, str, bytes, int]


class FirstDesign:
    def __init__(self, folder: Path) -> None:
        self._path = folder / "first.db"
        self._connection = sqlite3.connect(self._path)

    def build(self, corpus: Corpus) -> None:
        self._connection.execute("CREATE TABLE chunks (id, text, embedding, age)")
        rows = zip(corpus.texts, corpus.vectors, corpus.ages, strict=True)
        self._connection.executemany(
            "INSERT INTO chunks VALUES (?, ?, ?, ?)",
            ((n, text, vector.tobytes(), age) for n, (text, vector, age) in enumerate(rows)),
        )
        self._connection.commit()

    def load(self) -> None:
        self._connection.close()
        self._connection = sqlite3.connect(self._path)

    def search(self, asked: Asked, limit: int) -> list[int]:
        rows: list[Row] = self._connection.execute("SELECT * FROM chunks").fetchall()
        by_words = _over_best(_keyword_scores(asked.text, rows))
        wanted = [float(number) for number in asked.vector]
        by_meaning = _over_best([_cosine(wanted, _FLOATS.unpack(row[2])) for row in rows])
        scores = [
            (KEYWORDS * words + VECTORS * meaning) * math.exp(-DECAY * row[3])
            for words, meaning, row in zip(by_words, by_meaning, rows, strict=True)
        ]
        order = sorted(range(len(rows)), key=lambda place: -scores[place])
        return [rows[place][0] for place in order[:limit] if scores[place] > 0]


def _keyword_scores(question: str, rows: list[Row]) -> list[float]:
    terms = _words(question)
    average = sum(len(_words(row[1])) for row in rows) / len(rows)
    weights: dict[str, float] = {}
    for term in terms:
        containing = sum(term in _words(row[1]) for row in rows)
        weights[term] = math.log((len(rows) - containing + 0.5) / (containing + 0.5) + 1)
    scores: list[float] = []
    for row in rows:
        words = _words(row[1])
        counts = Counter(words)
        norm = K1 * (1 - B + B * len(words) / average)
        scores.append(
            sum(weights[term] * counts[term] * (K1 + 1) / (counts[term] + norm) for term in terms)
        )
    return scores


def _words(text: str) -> list[str]:
    return _NOT_A_WORD.sub(" ", text.lower()).split()


def _cosine(first: list[float], second: tuple[float, ...]) -> float:
    dot = first_square = second_square = 0.0
    for one, other in zip(first, second, strict=True):
        dot += one * other
        first_square += one * one
        second_square += other * other
    length = math.sqrt(first_square) * math.sqrt(second_square)
    return dot / length if length else 0.0


def _over_best(scores: list[float]) -> list[float]:
    best = max(scores)
    return [score / best for score in scores] if best else scores


def open_peer(folder: Path) -> FirstDesign:
    return FirstDesign(folder)
