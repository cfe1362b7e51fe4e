"""sqlite-vec and FTS5 in one database, merged as OpenClaw documents it: 0.7 vector, 0.3 text.

Many a Python is built without loadable extensions, so the driver is pysqlite3.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.bench.synthetic import Asked, Corpus

VECTOR_WEIGHT, TEXT_WEIGHT = 0.7, 0.3
CANDIDATES_PER_HIT = 4
_NEAREST = "SELECT rowid, distance FROM near WHERE embedding MATCH ? AND k = ?"
_BY_WORDS = "SELECT rowid, rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?"


class SqliteVecWithFts:
    def __init__(self, folder: Path, driver: Any, extension: Any) -> None:
        self._path = folder / "peer.db"
        self._driver = driver
        self._extension = extension
        self._connection: Any = self._open()

    def build(self, corpus: Corpus) -> None:
        run = self._connection
        run.execute(
            "CREATE VIRTUAL TABLE near USING vec0(embedding float[384] distance_metric=cosine)"
        )
        run.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
        run.executemany(
            "INSERT INTO near (rowid, embedding) VALUES (?, ?)",
            ((number, vector.tobytes()) for number, vector in enumerate(corpus.vectors, 1)),
        )
        run.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", enumerate(corpus.texts, 1))
        run.commit()

    def load(self) -> None:
        self._connection.close()
        self._connection = self._open()

    def search(self, asked: Asked, limit: int) -> list[int]:
        wanted = limit * CANDIDATES_PER_HIT
        scores: dict[int, float] = {}
        for number, distance in self._connection.execute(
            _NEAREST, (asked.vector.tobytes(), wanted)
        ):
            scores[number] = VECTOR_WEIGHT * (1.0 - distance)
        terms = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", asked.text))
        for number, rank in self._connection.execute(_BY_WORDS, (terms, wanted)):
            strength = -rank
            scores[number] = scores.get(number, 0.0) + TEXT_WEIGHT * strength / (1.0 + strength)
        best = sorted(scores, key=lambda number: -scores[number])[:limit]
        return [number - 1 for number in best]

    def _open(self) -> Any:
        connection = self._driver.connect(str(self._path))
        connection.enable_load_extension(True)
        self._extension.load(connection)
        connection.enable_load_extension(False)
        return connection


def open_peer(folder: Path) -> SqliteVecWithFts:
    return SqliteVecWithFts(folder, import_module("pysqlite3.dbapi2"), import_module("sqlite_vec"))
