"""The real engine, telling its parent about each write to the index before and after it.

Usage: python -m tests.flows.talkative_engine   (ONECLAW_HOME says where)
"""

import os
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from filelock import FileLock

from app.contracts.memory_index import IndexCounts, IndexedChunk, IndexStore
from app.contracts.search import Vector
from app.memory.index_builder import IndexBuilder, fits_the_model
from app.wiring.engine_process import serve
from app.wiring.environment import read_environment
from app.wiring.foundations import open_foundations


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


class TalkativeRows:
    """Implements IndexStore over another one."""

    def __init__(self, rows: IndexStore) -> None:
        self._rows = rows

    def all(self) -> tuple[IndexedChunk, ...]:
        return self._rows.all()

    def of_file(self, source_path: str) -> tuple[IndexedChunk, ...]:
        return self._rows.of_file(source_path)

    def paths(self) -> frozenset[str]:
        return self._rows.paths()

    def ids_of_file(self, source_path: str) -> frozenset[str]:
        return self._rows.ids_of_file(source_path)

    def apply(self, *, removed: Collection[str], put: Sequence[IndexedChunk]) -> None:
        say("applying")
        self._rows.apply(removed=removed, put=put)
        say("applied")

    def waiting_for_vector(self, model_id: str, limit: int) -> tuple[IndexedChunk, ...]:
        say("looking")
        return self._rows.waiting_for_vector(model_id, limit)

    def put_vectors(self, vectors: Mapping[str, Vector], model_id: str) -> None:
        say("putting")
        self._rows.put_vectors(vectors, model_id)
        say("put")

    def counts(self) -> IndexCounts:
        return self._rows.counts()

    def is_empty(self) -> bool:
        return self._rows.is_empty()


def main() -> None:
    environment = read_environment(os.environ)
    with FileLock(environment.engine_lock):
        base = open_foundations(environment)
        rows = TalkativeRows(base.index_rows)
        index = IndexBuilder(rows, base.clock, fits_the_model)
        serve(replace(base, index_rows=rows, index=index), environment, dies_with_parent=True)


if __name__ == "__main__":
    main()
