import pytest

from app.ui.screens.appearance.view_model import (
    FONT_SCALE,
    LARGEST_SCALE,
    MODE,
    SMALLEST_SCALE,
    AppearanceMode,
    AppearanceViewModel,
)
from tests.conftest import House
from tests.fakes.tasks import InlineTasks


def page_in(house: House, *, is_system_dark: bool = False) -> AppearanceViewModel:
    model = AppearanceViewModel(house.settings, InlineTasks(), lambda: is_system_dark)
    model.refresh()
    return model


def test_until_something_is_chosen_the_app_is_as_the_system_is(house: House):
    assert page_in(house).state.mode is AppearanceMode.SYSTEM
    assert page_in(house, is_system_dark=True).state.is_dark
    assert not page_in(house).state.is_dark


def test_what_is_chosen_is_applied_at_once_and_kept(house: House):
    model = page_in(house)
    model.choose_mode(AppearanceMode.DARK)
    model.larger()
    assert model.state.is_dark
    again = page_in(house)
    assert again.state.is_dark
    assert again.state.font_scale == 1.05


def test_following_the_system_is_as_dark_as_the_system(house: House):
    model = page_in(house, is_system_dark=True)
    model.choose_mode(AppearanceMode.SYSTEM)
    assert model.state.is_dark
    assert page_in(house, is_system_dark=False).state.is_dark is False


def test_the_text_stays_between_its_bounds(house: House):
    model = page_in(house)
    for _ in range(40):
        model.larger()
    assert model.state.font_scale == LARGEST_SCALE
    for _ in range(40):
        model.smaller()
    assert model.state.font_scale == SMALLEST_SCALE


@pytest.mark.parametrize(
    ("stored", "scale"), [("nan", 1.0), ("huge", 1.0), ("9", LARGEST_SCALE), ("0", SMALLEST_SCALE)]
)
def test_a_strange_stored_scale_is_brought_into_bounds(house: House, stored: str, scale: float):
    house.settings.put(FONT_SCALE, stored)
    house.settings.put(MODE, "purple")
    assert page_in(house).state.font_scale == scale
    assert page_in(house).state.mode is AppearanceMode.SYSTEM
