"""Screens that are built when somebody first goes there."""

# pyright: basic
# Kivy and KivyMD carry no types.

import pytest
from kivy.uix.screenmanager import NoTransition, Screen, ScreenManagerException

from app.ui.widgets.lazy_screens import LazyScreens
from tests.ui.stage import Stage, on_stage


def screens() -> tuple[LazyScreens, list[str]]:
    built: list[str] = []

    def build(name: str) -> Screen:
        built.append(name)
        return Screen(name=name)

    made = LazyScreens(transition=NoTransition())
    made.add_widget(Screen(name="home"))
    made.offer("far", lambda: build("far"))
    return made, built


def test_an_offered_screen_is_built_when_it_is_first_shown_and_only_once():
    async def script(_stage: Stage) -> None:
        made, built = screens()
        assert built == []
        for name in ("far", "home", "far"):
            made.current = name
            assert made.current_screen.name == name
        assert built == ["far"]

    on_stage(script)


def test_an_unknown_screen_is_still_an_error():
    async def script(_stage: Stage) -> None:
        made, _ = screens()
        with pytest.raises(ScreenManagerException):
            made.get_screen("nowhere")

    on_stage(script)
