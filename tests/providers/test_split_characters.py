from hypothesis import given
from hypothesis import strategies as st

from app.providers.split_characters import SplitCharacterJoiner, whole_characters
from tests.providers.reading import unhurried


def joined(*pieces: str) -> str:
    joiner = SplitCharacterJoiner()
    return "".join(joiner.push(piece) for piece in pieces) + joiner.flush()


def test_halves_from_two_deltas_become_one_character():
    assert joined("a\ud83d", "\udc4bb") == "a👋b"


def test_a_half_without_its_other_half_is_replaced():
    assert joined("a\ud83d", "b") == "a\ufffdb"
    assert joined("a\udc4b") == "a\ufffd"
    assert joined("a\ud83d") == "a\ufffd"


def test_nothing_is_held_back_of_whole_text():
    joiner = SplitCharacterJoiner()
    assert joiner.push("Zürich 爬山 👋🏽") == "Zürich 爬山 👋🏽"
    assert joiner.flush() == ""


@given(st.lists(st.text(st.characters(), max_size=5), max_size=6))
@unhurried
def test_pieces_join_to_what_the_whole_would_be(pieces: list[str]):
    text = joined(*pieces)
    assert text == whole_characters("".join(pieces))
    text.encode()
