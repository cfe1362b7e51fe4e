"""Screens that are built when they are first shown: the start waits for the chat alone."""

from collections.abc import Callable

from kivy.uix.screenmanager import Screen
from kivymd.uix.screenmanager import MDScreenManager

BuildScreen = Callable[[], Screen]


class LazyScreens(MDScreenManager):
    def __init__(self, **options: object) -> None:
        self._offered: dict[str, BuildScreen] = {}
        super().__init__(**options)

    def check_transition(self, *_event: object) -> None:
        """Leaves the transition that was asked for: KivyMD would put an animation of its own in
        its place, and while one runs a screen takes no touch.
        """

    def offer(self, name: str, build: BuildScreen) -> None:
        """`build` makes the screen of that name."""
        self._offered[name] = build

    def get_screen(self, name: str) -> Screen:
        """Whatever wants to see a screen, also `current`, asks here."""
        if (build := self._offered.pop(name, None)) is not None:
            self.add_widget(build())
        return super().get_screen(name)
