"""The app's colours: one seed, light or dark. Widgets take theme tokens, never own colours."""

from enum import StrEnum

from kivymd.theming import ThemeManager

SEED = "#2F6F6B"


class Appearance(StrEnum):
    LIGHT = "Light"
    DARK = "Dark"


def dress(theme: ThemeManager, appearance: Appearance) -> None:
    theme.dynamic_scheme_name = "TONAL_SPOT"
    theme.primary_palette = SEED
    theme.theme_style = appearance.value
