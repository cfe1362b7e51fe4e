"""Colours with a meaning that Material's tokens lack: came, went, worth a look. Light and dark."""

from dataclasses import dataclass

Colour = str


@dataclass(frozen=True, slots=True)
class SignalColours:
    """`came` and `went` are for words on the page's own ground."""

    added: Colour
    on_added: Colour
    removed: Colour
    on_removed: Colour
    advice: Colour
    on_advice: Colour
    came: Colour
    went: Colour


LIGHT = SignalColours(
    added="#DDF3DE", on_added="#0E4A1F",
    removed="#FBE0DE", on_removed="#7A1616",
    advice="#FFEFD2", on_advice="#5C4100",
    came="#1B6B33", went="#A02A2A",
)  # fmt: skip
DARK = SignalColours(
    added="#12351D", on_added="#B4E8BE",
    removed="#47171A", on_removed="#FFCFCB",
    advice="#3B2D0E", on_advice="#FBDD9C",
    came="#8FD9A0", went="#FFB3AD",
)  # fmt: skip


def signals(theme_style: str) -> SignalColours:
    """`theme_style` is KivyMD's: Light or Dark."""
    return DARK if theme_style == "Dark" else LIGHT
