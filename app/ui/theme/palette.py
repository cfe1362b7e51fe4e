"""The app's colours: one seed, light or dark. Widgets take theme tokens, never own colours.

KivyMD makes a Material 3 tonal spot scheme from the seed. A few of its tones are calmed here: a
quieter bubble, darker words, thinner lines, and surfaces in the dark that are not quite black.
"""

from enum import StrEnum

from kivymd.theming import ThemeManager
from materialyoucolor.hct import Hct

SEED = "#2F6F6B"


class Appearance(StrEnum):
    LIGHT = "Light"
    DARK = "Dark"


# Chroma and tone (0 black, 100 white) of the tokens that differ; the hue is the seed's.
CALMED: dict[Appearance, dict[str, tuple[float, float]]] = {
    Appearance.LIGHT: {
        "primaryContainer": (20, 90.6),
        "onSurface": (8, 13.5),
        "onBackground": (8, 13.5),
        "onSurfaceVariant": (8, 36),
        "outlineVariant": (6, 83),
    },
    Appearance.DARK: {
        "onPrimaryContainer": (18, 94),
        "background": (6, 6),
        "surface": (6, 6),
        "surfaceDim": (6, 6),
        "surfaceContainerLowest": (5, 4),
        "surfaceContainerLow": (7, 9),
        "surfaceContainer": (7.5, 12),
        "surfaceContainerHigh": (8, 15),
        "surfaceContainerHighest": (8, 18),
        "onSurface": (6, 93),
        "onBackground": (6, 93),
        "onSurfaceVariant": (7, 73),
    },
}


def dress(theme: ThemeManager, appearance: Appearance) -> None:
    """Also follows later changes of the theme's style: the colours are calmed each time."""
    theme.on_colors = lambda: _calm(theme)
    theme.dynamic_scheme_name = "TONAL_SPOT"
    theme.primary_palette = SEED
    theme.theme_style = appearance.value


def _calm(theme: ThemeManager) -> None:
    for token, (chroma, tone) in CALMED[Appearance(theme.theme_style)].items():
        setattr(theme, f"{token}Color", _colour(chroma, tone))


def _colour(chroma: float, tone: float) -> list[float]:
    argb = Hct.from_hct(_SEED_HUE, chroma, tone).to_int()
    return [(argb >> shift & 0xFF) / 0xFF for shift in (16, 8, 0)] + [1.0]


_SEED_HUE = Hct.from_int(0xFF000000 | int(SEED[1:], 16)).hue
