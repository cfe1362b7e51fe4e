import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.memory.text.token_estimate import estimate_tokens


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("", 0),
        ("hello", 1),
        ("internationalisation", 4),
        ("我喜欢爬山", 5),
        ("こんにちは", 5),
        ("안녕하세요", 5),
        ("Привет", 3),
        ("2026-02-28", 10),
        ("🎉", 2),
    ],
)
def test_the_estimate_is_not_under(text: str, least: int):
    assert estimate_tokens(text) >= least


def test_plain_english_is_not_counted_by_the_letter():
    sentence = "We went hiking near the lake and had soup at the hut."
    assert 13 <= estimate_tokens(sentence) <= 16


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_two_texts_on_two_lines_cost_at_least_what_each_costs(first: str, second: str):
    together = estimate_tokens(f"{first}\n{second}")
    assert together >= max(estimate_tokens(first), estimate_tokens(second))
