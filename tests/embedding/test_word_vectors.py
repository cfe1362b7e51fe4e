from pathlib import Path

import numpy as np
import pytest

from app.contracts.errors import EmbeddingUnavailable
from app.embedding.model_source import ModelSource
from app.embedding.word_vectors import WordVectors


@pytest.fixture(scope="module")
def words(bundled_source: ModelSource) -> WordVectors:
    return WordVectors(bundled_source)


@pytest.mark.parametrize(
    ("word", "near", "far"),
    [
        ("doctor", "physician", "banana"),
        ("car", "vehicle", "poem"),
        ("running", "ran", "marble"),
        ("paris", "france", "spoon"),
    ],
)
def test_related_words_are_nearer_than_unrelated_ones(
    words: WordVectors, word: str, near: str, far: str
):
    vectors = words.vectors([word, near, far])
    assert vectors[0] @ vectors[1] > 0.3 > vectors[0] @ vectors[2]


def test_each_word_has_a_unit_row_in_the_order_asked(words: WordVectors):
    asked = ["zebra", "unhappinesses", "Zürich", "爬山", "42"]
    vectors = words.vectors(asked)
    assert vectors.shape == (5, 384)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    np.testing.assert_array_equal(words.vectors(asked[::-1]), vectors[::-1])


def test_a_word_of_several_pieces_lies_between_them(words: WordVectors):
    whole, first, second = words.vectors(["bookkeeper", "book", "keeper"])
    assert whole @ first > 0.3
    assert whole @ second > 0.3


def test_case_and_accents_do_not_matter(words: WordVectors):
    lower, upper = words.vectors(["zürich", "ZURICH"])
    np.testing.assert_array_equal(lower, upper)


def test_no_word_is_a_row_of_zeros(words: WordVectors):
    vectors = words.vectors(["", "word", "\x00", "\ud800"])
    assert not vectors[0].any()
    assert vectors[1].any()
    assert not vectors[2].any()
    assert np.isfinite(vectors).all()


def test_no_words_are_no_rows(words: WordVectors):
    assert words.vectors([]).shape == (0, 384)


def test_they_survive_a_release(bundled_source: ModelSource):
    words = WordVectors(bundled_source)
    before = words.vectors(["garden"])
    bundled_source.release()
    np.testing.assert_array_equal(words.vectors(["garden"]), before)


def test_without_a_model_they_say_so(tmp_path: Path):
    with pytest.raises(EmbeddingUnavailable):
        WordVectors(ModelSource([tmp_path])).vectors(["word"])
