"""The app's colours, light or dark. Widgets take theme tokens, never own colours.

The colours are ready in scheme.json: working them out costs half a second for each start on a
desktop, and several times that on a phone. `make_scheme` says where they come from.
"""

import json
from enum import StrEnum
from pathlib import Path
from typing import Protocol
from weakref import WeakSet

from kivy.properties import BooleanProperty, NumericProperty
from kivymd.theming import ThemeManager


class Appearance(StrEnum):
    LIGHT = "Light"
    DARK = "Dark"


def _read(place: Path) -> dict[str, dict[str, list[float]]]:
    return {
        appearance: {
            f"{name}Color": [part / 0xFF for part in bytes.fromhex(colour)]
            for name, colour in colours.items()
        }
        for appearance, colours in json.loads(place.read_text(encoding="utf-8")).items()
    }


_COLOURS = _read(Path(__file__).with_name("scheme.json"))


class Dressed(Protocol):
    """Takes its colours anew each time all of them were put on."""

    def dress(self) -> None: ...


class Theme(ThemeManager):
    """KivyMD's theme with the app's colours; follows every change of the style.

    At once: KivyMD would fade every new widget in from black, a grey flash on each new page.
    `dressed` counts the times all colours were put on: whoever mixes several follows it, for
    while they change one after another some are still the old ones.
    """

    dressed = NumericProperty(0)

    theme_style_switch_animation = BooleanProperty(False)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._followers: WeakSet[Dressed] = WeakSet()
        # Otherwise every ground fades in from nothing for 0.2 s: a new page is grey at first.
        self.theme_style_switch_animation = False

    def set_colors(self, *_change: object) -> None:
        for token, colour in _COLOURS[self.theme_style].items():
            setattr(self, token, colour)
        self.disabledTextColor = self._get_disabled_hint_text_color()
        self.dressed += 1
        for follower in tuple(self._followers):
            follower.dress()

    def dresses(self, follower: Dressed) -> None:
        """For widgets of which there are hundreds: `bind` compares each with all before it."""
        self._followers.add(follower)


def dress(theme: Theme, appearance: Appearance) -> None:
    theme.theme_style = appearance.value
    theme.set_colors()
