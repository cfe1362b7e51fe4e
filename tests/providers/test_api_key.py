import pickle
from dataclasses import dataclass

import pytest

from app.providers.api_key import ApiKey

SECRET = "sk-proj-0123456789abcdef"


@dataclass(frozen=True)
class Holder:
    key: ApiKey


def test_no_way_of_printing_shows_the_key():
    key = ApiKey(SECRET)
    printed = [repr(key), str(key), f"{key}", f"{key!r}", repr([key]), repr(Holder(key))]
    assert not any(SECRET[:7] in text or SECRET[-4:] in text for text in printed)


def test_a_key_is_not_pickled():
    with pytest.raises(TypeError):
        pickle.dumps(ApiKey(SECRET))


def test_blanks_and_line_breaks_of_pasting_are_taken_off():
    assert ApiKey(f"  {SECRET}\n").reveal() == SECRET


def test_masked_shows_the_end_of_a_long_key_only():
    assert ApiKey(SECRET).masked == "••••cdef"
    assert ApiKey("short").masked == "••••"
    assert ApiKey("").masked == ""


@pytest.mark.parametrize("text", ["sk-“quoted”", "sk\nX-Evil: 1", "sk ä", "sk\x00"])
def test_what_no_header_can_carry_is_known_beforehand(text: str):
    assert not ApiKey(text).is_sayable


def test_keys_are_equal_by_what_they_are():
    assert ApiKey("a") == ApiKey(" a ")
    assert ApiKey("a") != ApiKey("b")
    assert len({ApiKey("a"), ApiKey("a")}) == 1
    assert not ApiKey("  ")


def test_a_key_is_removed_from_text_a_server_echoes():
    assert ApiKey(SECRET).removed_from(f"bad key {SECRET}!") == "bad key ***!"
    assert ApiKey("").removed_from("nothing to remove") == "nothing to remove"
