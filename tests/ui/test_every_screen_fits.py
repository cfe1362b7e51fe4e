"""Every screen, sheet and question: targets for fingers, no text cut off, nothing overlaps.

With letters as they are and 1.6 times as large, on a phone and on the narrowest there is.
"""

# pyright: basic
# Kivy and KivyMD carry no types.

import pytest

from app.ui.theme.palette import Appearance
from tests.ui.measured_screen import faults_on
from tests.ui.scenes import SCENES
from tests.ui.seldom_scenes import SELDOM
from tests.ui.showroom import Showroom, in_showroom

WIDTHS = (412, 320)
HEIGHT = 846
SCALES = (1.0, 1.6)


@pytest.mark.timeout(600)  # forty scenes at two sizes; other work may run beside
def test_every_screen_fits_with_large_letters_and_on_a_narrow_phone():
    found: list[str] = []

    async def script(room: Showroom) -> None:
        room.wear(Appearance.LIGHT)
        for scale in SCALES:
            room.scale_text(scale)
            for prepare in (*SCENES, *SELDOM):
                await prepare(room)
                for width in WIDTHS:
                    await room.resize(width, HEIGHT)
                    where = f"{prepare.__name__} {width} x{scale}"
                    found.extend(f"{where}: {fault}" for fault in faults_on(room.app.root))

    in_showroom(script)
    assert found == []
