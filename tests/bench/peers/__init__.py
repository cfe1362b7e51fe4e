"""Other people's ways to search the same chunks, one small module each, behind one Protocol.

Bench-only: their packages are in requirements/bench.txt and never in the app. A package is imported
when its peer is made, so that one that cannot be installed is reported and does not stop the rest.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from tests.bench.synthetic import Asked, Corpus

PEERS = {
    "sqlite-vec + FTS5, 0.7 / 0.3": "sqlite_vec_fts",
    "LanceDB hybrid, RRF": "lancedb_hybrid",
    "Chroma (vectors only)": "chroma",
    "bm25s (keywords only)": "bm25",
    "the first design, as written": "first_design",
}
"""What is shown, and the module whose `open_peer` makes it."""


class Peer(Protocol):
    def build(self, corpus: Corpus) -> None:
        """Indexes everything below its folder, durably where the system can."""
        ...

    def load(self) -> None:
        """Opens what `build` left, as a new process would."""
        ...

    def search(self, asked: Asked, limit: int) -> list[int]:
        """Numbers of the best chunks, best first. The vector is given."""
        ...


def open_peer(name: str, folder: Path) -> Peer:
    """Raises ImportError when its package is not installed."""
    module = import_module(f"tests.bench.peers.{PEERS[name]}")
    return cast("Callable[[Path], Peer]", module.open_peer)(folder)
