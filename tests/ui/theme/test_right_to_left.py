"""Hebrew and Arabic as they are seen. Expected texts are written character by character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui.theme.right_to_left import as_seen, has_right_to_left, starts_right_to_left
from tests.property_settings import without_deadline

ALEF, BET, GIMEL = "\u05d0", "\u05d1", "\u05d2"


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        (f"{ALEF}{BET} {GIMEL}", f"{GIMEL} {BET}{ALEF}"),
        (f"see {ALEF}{BET} here", f"see {BET}{ALEF} here"),
        (f"{ALEF} word {BET}", f"{BET} word {ALEF}"),
        (f"{ALEF} 12:30 {BET}", f"{BET} 12:30 {ALEF}"),
        (f"{ALEF} 50%", f"50% {ALEF}"),
        (f"{ALEF} ({BET})", f"({BET}) {ALEF}"),
        (f"a {ALEF} {BET} b", f"a {BET} {ALEF} b"),
        (f"{ALEF}!", f"!{ALEF}"),
        (f"{ALEF}{BET}\n{GIMEL}{ALEF}", f"{BET}{ALEF}\n{ALEF}{GIMEL}"),
    ],
)
def test_a_line_is_put_into_the_order_of_seeing(written: str, seen: str):
    assert as_seen(written) == seen


def test_marks_stay_on_their_letters():
    assert as_seen(f"{ALEF}\u05b8{BET}") == f"{BET}{ALEF}\u05b8"


def test_arabic_letters_join_their_neighbours():
    beh, initial, medial, final, isolated = "\u0628", "\ufe91", "\ufe92", "\ufe90", "\ufe8f"
    assert as_seen(beh) == isolated
    assert as_seen(beh * 3) == final + medial + initial
    assert as_seen(f"{beh} {beh}") == f"{isolated} {isolated}"


def test_a_letter_that_joins_no_successor_ends_the_joining():
    alef, beh = "\u0627", "\u0628"
    assert as_seen(alef + beh) == "\ufe8f\ufe8d"
    assert as_seen(beh + alef) == "\ufe8e\ufe91"


def test_lam_and_alef_are_one():
    assert as_seen("\u0644\u0627") == "\ufefb"
    assert as_seen("\u0628\u0644\u0627") == "\ufefc\ufe91"


def test_other_scripts_are_left_alone():
    text = "English, русский, 中文 → 😀 (1) [2]"
    assert as_seen(text) == text
    assert not has_right_to_left(text)
    assert not starts_right_to_left(text)


def test_the_first_strong_letter_says_where_a_text_starts():
    assert starts_right_to_left(f"12 ({ALEF}) a")
    assert not starts_right_to_left(f"12 a {ALEF}")


@without_deadline
@given(st.text(alphabet=f"ab 12.:%(){ALEF}{BET}{GIMEL}\u05b8\n", max_size=40))
def test_nothing_is_lost_when_lines_are_ordered(text: str):
    plain = str.maketrans("()", "((")
    assert sorted(as_seen(text).translate(plain)) == sorted(text.translate(plain))


@without_deadline
@given(st.text(max_size=40))
def test_any_text_can_be_ordered(text: str):
    assert as_seen(text).count("\n") == text.count("\n")
