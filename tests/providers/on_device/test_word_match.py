"""Words of a question and of a memory meet in their endings, numbers only as they are."""

import pytest

from app.providers.on_device.word_match import covered, is_about, names, telling_words


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("name", "named"),
        ("work", "working"),
        ("birthdays", "birthday"),
        ("migrate", "migration"),
        ("worked", "work"),
        ("smoke", "smoking"),
        ("colour", "color"),
        ("favorite", "favourite"),
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


def test_a_part_of_a_long_word_may_be_found_by_but_does_not_name_it():
    assert covered("Klavierunterricht am Dienstag", ("klavier",)) == 1
    assert not names("Klavierunterricht am Dienstag", ("klavier",))
    assert not names("Ich wohne mit zwei Kindern in Freiburg", ("kinderarzt",))
    assert names("Die Haselnüsse sind alle", ("haselnuss",))


def test_without_spaces_one_sign_in_common_is_chance():
    asked = telling_words("我妻子叫陈静，是老师")
    assert not is_about("我叫王小明，住在杭州，是一名软件工程师", asked)
    assert is_about("陈静是老师", asked)
    assert covered("我对海鲜过敏", telling_words("我对什么过敏？")) == 1
