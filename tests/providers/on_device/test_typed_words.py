"""What fingers type is read for what was meant; the person's own words stay as they are."""

from datetime import date

import pytest

from app.providers.on_device.intents import AboutMe, Ask, Forget, Intent, LookUp, Remember, Tell
from app.providers.on_device.typed_words import as_meant
from app.providers.on_device.understanding import understand

TODAY = date(2026, 2, 28)


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("pls remeber that my locker nr is 77", Remember("My locker nr is 77")),
        ("Don’t forget that the bins go out on Tuesday", Remember("The bins go out on Tuesday")),
        ("dont forget i owe mike 20 quid", Remember("I owe mike 20 quid")),
        ("forgt the locker", Forget("the locker")),
        ("serch my memory for cat", LookUp("cat")),
        ("what do u know about me", AboutMe()),
        ("What’s my name", Ask("What's my name")),
        ("whens jennys birthday", Ask("when's jennys birthday")),
        ("were do i live", Ask("where do i live")),
    ],
)
def test_a_mistyped_command_is_understood(said: str, intent: Intent):
    assert understand(said, TODAY) == intent


@pytest.mark.parametrize(
    "said",
    ["I changed my mind", "We were at home", "Starch is in potatoes", "Im Sommer wandere ich gern"],
)
def test_words_of_their_own_are_left_alone(said: str):
    assert as_meant(said) == said


def test_what_is_told_is_kept_as_it_was_typed():
    said = "I don’t like u-boats and wat"
    assert understand(said, TODAY) == Tell(said)


def test_only_the_first_words_are_read_otherwise():
    assert as_meant("please remember that the shop said dont u") == (
        "please remember that the shop said dont u"
    )
