"""What is worked out ahead about like words must be what a comparison of all with all says."""

from pathlib import Path

import numpy as np
import pytest

from app.contracts.search import SearchQuery
from app.embedding.word_vectors import WordVectors
from app.memory.search.array_parts import from_parts, to_parts
from app.memory.search.hybrid_search import HybridSearch, SearchModels
from app.memory.search.like_words import LEAST_LIKENESS, MOST_LIKE, LikeWords
from app.memory.search.memory_arrays import MemoryArrays
from app.memory.search.soft_words import SoftWordFinder
from app.storage.derived_arrays import DerivedArraysFile
from tests.memory.search.conftest import TODAY, Memory, texts

WORDS = 150


def made_up_words() -> np.ndarray:
    """Six heaps of words, so that most words have more like them than are kept; one has none."""
    random = np.random.default_rng(3)
    heaps = random.standard_normal((6, 384))
    rows = heaps[random.integers(0, 6, WORDS)] + 0.7 * random.standard_normal((WORDS, 384))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    rows[40] = 0
    return rows.astype(np.float32)


def likest(rows: np.ndarray, number: int) -> list[float]:
    likeness = np.delete(rows @ rows[number], number)
    return sorted(likeness[likeness > LEAST_LIKENESS].tolist(), reverse=True)[:MOST_LIKE]


@pytest.mark.parametrize("at_once", [1, 7, 64, WORDS])
def test_compared_in_steps_of_any_size_each_word_has_its_likest(at_once: int):
    rows = made_up_words()
    likes = LikeWords("some model")
    likes.add(rows[:100])
    while not likes.is_complete:
        likes.compare_some(at_once)
    likes.add(rows[100:])
    while not likes.is_complete:
        likes.compare_some(at_once)
    for number in range(WORDS):
        _, numbers, likeness = likes.like([(0, number)])
        assert number not in numbers
        assert sorted(likeness.tolist(), reverse=True) == pytest.approx(
            likest(rows, number), abs=0.01
        )


def test_a_word_nobody_has_compared_yet_has_the_same_likest():
    rows = made_up_words()
    likes = LikeWords("some model")
    likes.add(rows)
    numbers, likeness = likes.nearest(likes.vectors.at(np.array([9]))[0], 9)
    assert 9 not in numbers
    assert likeness.tolist() == pytest.approx(likest(rows, 9), abs=0.01)


def test_only_kept_words_are_like_each_other_after_a_compaction():
    rows = made_up_words()
    likes = LikeWords("some model")
    likes.add(rows)
    likes.compare_some(WORDS)
    kept = np.array([12, 3, 99, 7, 58, 31])
    renumbered = np.full(WORDS, -1)
    renumbered[kept] = np.arange(len(kept))
    smaller = likes.picked(kept, renumbered)
    assert len(smaller) == smaller.compared == len(kept)
    _, numbers, likeness = smaller.like([(0, 2)])
    expected = {
        place: float(rows[99] @ rows[word])
        for place, word in enumerate(kept)
        if renumbered[word] in numbers
    }
    assert dict(zip(numbers.tolist(), likeness.tolist(), strict=True)) == pytest.approx(
        expected, abs=0.01
    )


def test_what_was_worked_out_lies_in_the_cache_and_finds_the_same(
    memory: Memory, word_vectors: WordVectors, tmp_path: Path
):
    memory.long_term("Sold the old automobile to Ines")
    memory.embed()
    memory.daily(TODAY, *(f"Fact {n}: a car and a {n}-day trip to the shore" for n in range(600)))
    models = SearchModels(memory.embedder, word_vectors)
    asked = SearchQuery("automobiles near the coast", TODAY, limit=3)

    def search() -> HybridSearch:
        return HybridSearch(memory.feed, models, cache=DerivedArraysFile(tmp_path / "cache"))

    first = search()
    before = texts(first.search(asked))
    assert first.save()
    assert texts(first.search(asked)) == before
    assert texts(search().search(asked)) == before
    memory.long_term("Sold the old automobile to Ines", "The vehicle insurance ends in May")
    assert texts(search().search(SearchQuery("car insurance", TODAY))) == texts(
        first.search(SearchQuery("car insurance", TODAY))
    )


def test_the_words_of_another_model_are_thrown_away(word_vectors: WordVectors):
    arrays = MemoryArrays()
    arrays.lexicon.number_or_new("kayak", "kayak")
    finder = SoftWordFinder(word_vectors)
    assert not finder.compare_some(arrays, "older model", 64)
    kept, _, _ = from_parts({n: memoryview(p) for n, p in to_parts(arrays, "x", 1).items()})
    assert kept.likes.compared == 1
    arrays.lexicon.number_or_new("canoe", "canoe")
    found = finder.find(arrays, {"kayak": "kayak"}, "newer model")
    assert arrays.likes.model_id == "newer model"
    assert found.numbers.tolist() == [1]
