"""A conversation gets the name a person wants, on one line and of a bearable length."""

import pytest

from app.chat.rename_session import LONGEST_TITLE, Renamed, RenameSession, TitleRefused
from tests.conftest import House


@pytest.mark.parametrize(
    ("wanted", "kept"),
    [
        ("Weekend in Zürich", "Weekend in Zürich"),
        ("  two\n lines\tand  spaces ", "two lines and spaces"),
        ("周" * LONGEST_TITLE, "周" * LONGEST_TITLE),
    ],
)
def test_a_name_is_kept_as_it_was_written_but_for_its_spaces(house: House, wanted: str, kept: str):
    house.begin_session()
    assert RenameSession(house.sessions)("s1", wanted) == Renamed(kept)
    session = house.sessions.get("s1")
    assert session is not None
    assert session.title == kept


@pytest.mark.parametrize("wanted", ["", " \n ", "x" * (LONGEST_TITLE + 1)])
def test_no_name_and_one_that_is_too_long_change_nothing(house: House, wanted: str):
    house.begin_session()
    assert isinstance(RenameSession(house.sessions)("s1", wanted), TitleRefused)
    session = house.sessions.get("s1")
    assert session is not None
    assert session.title == "Title of s1"
