"""Pictures of every screen in light and dark, kept in golden/: `make goldens` draws them anew.

Two pictures are the same when no patch of them differs by more than a shade: glyphs and edges may
fall a pixel or two apart from one machine to the next, a lost word or colour may not.
"""

# pyright: basic
# Kivy and KivyMD carry no types.

import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

from app.wiring.environment import PROJECT
from app.wiring.kivy_setup import prepare_kivy

GOLDEN = PROJECT / "tests" / "ui" / "golden"
COLOURS = (48, 96, 192, 256)
BLUR = 2.0
SHADE = 40
"""Of 255: how far a pixel of the blurred picture may be off."""
MOST_PIXELS_OFF = 60
"""About a short word."""


def differing_pixels(one: Path, other: Path) -> int:
    first, second = _seen_from_afar(one), _seen_from_afar(other)
    if first.size != second.size:
        return first.width * first.height
    bands = ImageChops.difference(first, second).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(worst.histogram()[SHADE:])


def _seen_from_afar(place: Path) -> Image.Image:
    with Image.open(place) as picture:
        return picture.convert("RGB").filter(ImageFilter.GaussianBlur(BLUR))


def keep(drawn: Path, place: Path) -> None:
    """A few colours are enough to see most screens by, and an eighth of the bytes."""
    with Image.open(drawn) as picture:
        for colours in COLOURS:
            few = picture.convert("RGB").quantize(colours, dither=Image.Dither.NONE)
            few.save(place, optimize=True)
            if not differing_pixels(drawn, place):
                return


async def drawn(room: object, folder: Path) -> AsyncIterator[Path]:
    """Every scene in every appearance, drawn into the folder."""
    # Not before the window is prepared: Kivy reads its settings once.
    from app.ui.theme.palette import Appearance
    from tests.ui.scenes import SCENES
    from tests.ui.seldom_scenes import SELDOM, WIDE
    from tests.ui.showroom import Showroom

    assert isinstance(room, Showroom)
    for prepare in (*SCENES, *SELDOM, *WIDE):
        await prepare(room)
        for appearance in Appearance:
            room.wear(appearance)
            room.hide_scroll_bars()
            await room.settle()
            place = folder / f"{prepare.__name__}-{appearance.value.lower()}.png"
            room.driver.take_picture(place)
            yield place
        room.wear(Appearance.LIGHT)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="oneclaw-goldens-") as folder:
        prepare_kivy(Path(folder) / "kivy", offscreen=True)
        from tests.ui.showroom import Showroom, in_showroom

        shutil.rmtree(GOLDEN, ignore_errors=True)
        GOLDEN.mkdir(parents=True)

        async def script(room: Showroom) -> None:
            async for place in drawn(room, Path(folder)):
                keep(place, GOLDEN / place.name)

        in_showroom(script)
    sys.stdout.write(f"Pictures are in {GOLDEN.relative_to(PROJECT)}/. Look at each of them.\n")


if __name__ == "__main__":
    main()
