"""Calm colours that can be read, in light and dark, also after a change of style."""

# pyright: basic
# Kivy carries no types.

import json

import pytest
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.theme.make_scheme import PLACE, make_scheme
from app.ui.theme.palette import Appearance, Theme, dress
from tests.ui.stage import Stage, on_stage

READABLE = 4.5
TEXT_ON = (
    ("onSurface", "surface"),
    ("onSurfaceVariant", "surface"),
    ("onSurface", "surfaceContainer"),
    ("onSurfaceVariant", "surfaceContainer"),
    ("onSurfaceVariant", "surfaceContainerHighest"),
    ("onPrimaryContainer", "primaryContainer"),
    ("onSecondaryContainer", "secondaryContainer"),
    ("primary", "surface"),
    ("onPrimary", "primary"),
    ("inversePrimary", "onSurface"),
)


def dressed(appearance: Appearance) -> Theme:
    theme = Theme()
    theme.bind(theme_style=theme.update_theme_colors)
    dress(theme, appearance)
    return theme


def colour(theme: Theme, token: str) -> tuple[int, ...]:
    return tuple(round(part * 255) for part in getattr(theme, f"{token}Color")[:3])


def brightness(rgb: tuple[int, ...]) -> float:
    parts = [part / 255 for part in rgb]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    light, dark = sorted((brightness(one), brightness(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def is_near(one: tuple[int, ...], wanted: str) -> bool:
    other = tuple(bytes.fromhex(wanted))
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 6


@pytest.mark.parametrize("appearance", Appearance)
def test_all_text_can_be_read(appearance: Appearance):
    theme = dressed(appearance)
    weak = {
        pair: round(contrast(colour(theme, pair[0]), colour(theme, pair[1])), 2) for pair in TEXT_ON
    }
    assert {pair: ratio for pair, ratio in weak.items() if ratio < READABLE} == {}


def test_the_tones_are_those_of_the_drawings():
    light, dark = dressed(Appearance.LIGHT), dressed(Appearance.DARK)
    for token, wanted in {
        "primaryContainer": "C5ECE7",
        "surface": "F6FAF9",
        "surfaceContainer": "E7F0EE",
        "onSurface": "1A2423",
        "onSurfaceVariant": "4C5857",
        "outlineVariant": "C6D1CF",
        "primary": "1C6A65",
    }.items():
        assert is_near(colour(light, token), wanted), token
    for token, wanted in {
        "primaryContainer": "265B57",
        "surface": "0E1413",
        "surfaceContainer": "182120",
        "surfaceContainerHigh": "1E2827",
        "onSurface": "E2ECEA",
        "onPrimaryContainer": "D3F7F3",
    }.items():
        assert is_near(colour(dark, token), wanted), token


def test_a_later_change_of_style_is_calm_as_well():
    theme = dressed(Appearance.LIGHT)
    theme.theme_style = "Dark"
    assert colour(theme, "surface") == colour(dressed(Appearance.DARK), "surface")
    theme.theme_style = "Light"
    assert colour(theme, "primaryContainer") == colour(
        dressed(Appearance.LIGHT), "primaryContainer"
    )


def test_surfaces_in_the_dark_grow_lighter_step_by_step():
    theme = dressed(Appearance.DARK)
    steps = ("Lowest", "Low", "", "High", "Highest")
    tones = [brightness(colour(theme, f"surfaceContainer{step}")) for step in steps]
    assert tones == sorted(tones)
    assert len(set(tones)) == len(tones)


def test_the_colours_that_are_ready_are_those_the_seed_makes():
    assert json.loads(PLACE.read_text(encoding="utf-8")) == make_scheme()


def test_a_new_widget_has_its_colour_at_once():
    async def script(stage: Stage) -> None:
        page = MDBoxLayout(theme_bg_color="Custom", md_bg_color=[1, 0, 0, 1])
        assert page._md_bg_color == [1, 0, 0, 1]
        await stage.show(page)

    on_stage(script)
