"""Words of a question and of a memory meet in their endings, numbers only as they are."""

import pytest

from app.providers.on_device.word_match import covered, telling_words


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("name", "named"),
        ("work", "working"),
        ("birthdays", "birthday"),
        ("migrate", "migration"),
        ("worked", "work"),
    ],
)
def test_forms_of_one_word_are_alike(asked: str, told: str):
    assert covered(told, (asked,)) == 1


@pytest.mark.parametrize(
    ("asked", "told"),
    [("4471", "447123"), ("4471", "44712"), ("car", "carpet"), ("work", "workshopping")],
)
def test_other_words_and_longer_numbers_are_not(asked: str, told: str):
    assert covered(told, (asked,)) == 0


def test_whats_and_when_tell_nothing():
    assert telling_words("Whats my sister's name?") == ("sister", "name")
