"""On the bundled model: entries are compared by what the index holds, and judged as before."""

from collections.abc import Sequence

import pytest

from app.contracts.memory_files import LONG_TERM_PATH
from app.contracts.search import Vector
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from app.memory.entry_meaning import EmbeddedMeaning
from app.memory.index_builder import embed_pending
from app.memory.stored_vectors import StoredVectors
from app.storage.database import IndexRows
from app.storage.database.index_feed import IndexFeedRows
from tests.conftest import House
from tests.embedding.model_folders import BUNDLED
from tests.memory.test_entry_meaning import THE_SAME


class Watched:
    """The real model, and what was asked of it."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._real = OnnxEmbedder(ModelSource([BUNDLED]))

    @property
    def model_id(self) -> str:
        return self._real.model_id

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.asked += texts
        return self._real.embed(texts)

    def token_count(self, text: str) -> int:
        return self._real.token_count(text)

    def release(self) -> None: ...


@pytest.fixture(scope="module")
def model() -> Watched:
    return Watched()


def stored_in(house: House, model: Watched, text: str) -> StoredVectors:
    rows = IndexRows(house.database)
    house.index.index_file(LONG_TERM_PATH, text)
    while embed_pending(rows, model):
        pass
    model.asked.clear()
    return StoredVectors(rows, IndexFeedRows(house.database), model)


def bullets(*entries: str) -> str:
    return "".join(f"- {entry} <!-- tool 2026-02-28 -->\n" for entry in entries)


def test_entries_of_one_section_are_compared_without_the_model(house: House, model: Watched):
    entries = [entry for pair in THE_SAME for entry in pair]
    stored = stored_in(house, model, f"# Long-term Memory\n\n## Notes\n{bullets(*entries)}")
    meaning = EmbeddedMeaning(stored)
    for one, other in THE_SAME:
        assert meaning.find(one, ["Plays chess", other]) == 1
        assert meaning.find(other, ["Plays chess", one]) == 1
    assert model.asked == []


def test_entries_of_two_sections_are_compared_bare(house: House, model: Watched):
    one, other = THE_SAME[0]
    text = f"## Preferences\n{bullets(one)}\n## Notes\n{bullets(other)}"
    stored = stored_in(house, model, text)
    assert EmbeddedMeaning(stored).find(one, [other]) == 0
    assert model.asked == [one, other]


def test_a_text_the_index_has_no_vector_of_is_embedded_with_the_others(
    house: House, model: Watched
):
    stored = stored_in(house, model, f"## Notes\n{bullets('Plays chess')}")
    assert stored.embed(["Plays chess", "Plays go"]) == model.embed(["Plays chess", "Plays go"])


def test_what_was_indexed_since_is_known(house: House, model: Watched):
    stored = stored_in(house, model, f"## Notes\n{bullets('Plays chess')}")
    stored.embed(["Plays chess"])
    stored_in(house, model, f"## Notes\n{bullets('Plays chess', 'Plays go')}")
    stored.embed(["Plays chess", "Plays go"])
    assert model.asked == []


def test_without_a_database_the_model_does_it_all(house: House, model: Watched):
    stored = stored_in(house, model, f"## Notes\n{bullets('Plays chess')}")
    house.database.close()
    assert stored.embed(["Plays chess"]) == model.embed(["Plays chess"])
