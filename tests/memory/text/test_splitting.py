"""Long texts are cut where the looks at every single piece would cut them, with far fewer looks."""

from hypothesis import given
from hypothesis import strategies as st

from app.memory.index_builder import WINDOW_TOKENS, fits_the_model
from app.memory.text.splitting import split_to_fit
from app.memory.text.token_estimate import estimate_tokens


def word_by_word(text: str, most: int) -> list[str]:
    """What fits, taken greedily, one word after the other."""
    parts: list[str] = [""]
    for word in text.split(" "):
        joined = f"{parts[-1]} {word}" if parts[-1] else word
        if len(joined) <= most:
            parts[-1] = joined
        else:
            parts.append(word)
    return parts


@given(st.lists(st.text("abc", min_size=1, max_size=6), min_size=1, max_size=60))
def test_every_part_is_as_long_as_it_can_be(words: list[str]):
    text = " ".join(words)
    parts = split_to_fit(text, lambda part: len(part.strip()) <= 12)
    assert [part.strip() for part in parts] == word_by_word(text, 12)


def test_a_long_line_is_cut_with_few_looks():
    looks: list[str] = []

    def fits(part: str) -> bool:
        looks.append(part)
        return len(part) <= 1_000

    text = "word " * 20_000
    assert "".join(split_to_fit(text, fits)) == text
    assert len(looks) < 100 * 25


@given(st.text(alphabet="ab\u00e4\u6211 '\n\t\U0001f600", max_size=400).map(lambda text: text * 9))
def test_what_is_told_by_its_length_alone_is_what_the_estimate_says(text: str):
    assert fits_the_model(text) is (estimate_tokens(text) <= WINDOW_TOKENS)
