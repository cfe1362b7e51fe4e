import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.embedding.model_source import ModelSource
from app.embedding.text_encoder import TextEncoder, well_formed
from tests.embedding.model_folders import BUNDLED

START, END = 101, 102
any_text = st.text(st.characters(codec=None), max_size=200)


@pytest.fixture(scope="module")
def encoder(bundled_source: ModelSource) -> TextEncoder:
    return bundled_source.encoder()


def test_an_empty_text_is_one_window_of_start_and_end(encoder: TextEncoder):
    assert encoder.windows("") == [[START, END]]


@pytest.mark.parametrize("words", [1, 253, 254])
def test_a_text_that_fits_is_one_window(encoder: TextEncoder, words: int):
    assert [len(window) for window in encoder.windows("word " * words)] == [words + 2]


def test_one_token_too_many_makes_two_windows_of_equal_length(encoder: TextEncoder):
    assert [len(window) for window in encoder.windows("word " * 255)] == [129, 130]


def test_a_megabyte_is_split_without_losing_a_token(encoder: TextEncoder):
    text = "remember the blue door key " * 40_000
    windows = encoder.windows(text)
    inside = [token for window in windows for token in window[1:-1]]
    assert inside == encoder.token_ids(text)[1:-1]
    assert max(map(len, windows)) <= 256
    assert all((window[0], window[-1]) == (START, END) for window in windows)


def test_pieces_of_a_word_come_without_start_and_end(encoder: TextEncoder):
    pieces = encoder.piece_ids(["door", "", "unhappinesses"])
    assert len(pieces[0]) == 1
    assert pieces[1] == []
    assert len(pieces[2]) > 1


@given(text=any_text)
@settings(max_examples=150, deadline=None)
def test_any_string_is_encoded(text: str):
    windows = _shared_encoder().windows(text)
    assert all(2 <= len(window) <= 256 for window in windows)


@given(text=any_text)
@settings(max_examples=150, deadline=None)
def test_a_well_formed_text_is_left_alone_and_any_other_becomes_one(text: str):
    result = well_formed(text)
    result.encode()
    if not any("\ud800" <= character <= "\udfff" for character in text):
        assert result == text


def test_two_halves_of_a_pair_become_the_character_they_meant():
    assert well_formed("\ud83c\udf89 party") == "🎉 party"
    assert well_formed("half \ud83c gone") == "half \ufffd gone"


_SOURCE = ModelSource([BUNDLED])


def _shared_encoder() -> TextEncoder:
    return _SOURCE.encoder()
