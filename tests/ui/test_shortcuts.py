import pytest

from app.ui.shortcuts import Wish, wish_of


@pytest.mark.parametrize(
    ("key", "modifiers", "wish"),
    [
        ("n", ["ctrl"], Wish.NEW_CHAT),
        ("f", ["ctrl", "numlock"], Wish.SEARCH),
        (",", ["meta"], Wish.SETTINGS),
        ("n", [], None),
        ("n", ["ctrl", "shift"], None),
        ("q", ["ctrl"], None),
    ],
)
def test_only_the_apps_own_keys_are_wishes(key: str, modifiers: list[str], wish: Wish | None):
    assert wish_of(ord(key), modifiers) is wish
