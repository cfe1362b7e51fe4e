"""Makes scheme.json, the app's colours: `python -m app.ui.theme.make_scheme`.

A Material 3 tonal spot scheme from one seed. A few of its tones are calmed: a quieter bubble,
darker words, thinner lines, and surfaces in the dark that are not quite black.
"""

import json
from pathlib import Path

from materialyoucolor.dynamiccolor.color_spec import COLOR_NAMES
from materialyoucolor.dynamiccolor.material_dynamic_colors import MaterialDynamicColors
from materialyoucolor.hct import Hct
from materialyoucolor.utils.platform_utils import SCHEMES

SEED = 0xFF2F6F6B
PLACE = Path(__file__).with_name("scheme.json")
Scheme = dict[str, dict[str, str]]

# Chroma and tone (0 black, 100 white) of the tokens that differ; the hue is the seed's.
CALMED: dict[str, dict[str, tuple[float, float]]] = {
    "Light": {
        "primaryContainer": (20, 90.6),
        "onSurface": (8, 13.5),
        "onBackground": (8, 13.5),
        "onSurfaceVariant": (8, 36),
        "onSecondaryContainer": (14, 20),
        "outlineVariant": (6, 83),
        "inversePrimary": (28, 82),
    },
    "Dark": {
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
        "onSecondaryContainer": (15, 87),
        "inversePrimary": (30, 36),
    },
}


def make_scheme() -> Scheme:
    """Hexadecimal colours by token, for each appearance."""
    seed = Hct.from_int(SEED)
    made: Scheme = {}
    for appearance, calmed in CALMED.items():
        tones = SCHEMES["TONAL_SPOT"](seed, appearance == "Dark", 0.0, spec_version="2025")
        colours = {
            name: "".join(
                f"{part:02X}" for part in getattr(MaterialDynamicColors, name).get_rgba(tones)
            )
            for name in COLOR_NAMES
        }
        for name, (chroma, tone) in calmed.items():
            argb = Hct.from_hct(seed.hue, chroma, tone).to_int()
            colours[name] = f"{argb & 0xFFFFFF:06X}FF"
        made[appearance] = colours
    return made


def main() -> None:
    PLACE.write_text(json.dumps(make_scheme(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
