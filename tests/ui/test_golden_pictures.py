"""Every screen looks as it did when somebody last looked at it (`make goldens`)."""

# pyright: basic
# Kivy and KivyMD carry no types.

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from tests.ui.golden_pictures import GOLDEN, MOST_PIXELS_OFF, differing_pixels, drawn, keep
from tests.ui.showroom import Showroom, in_showroom


@pytest.mark.timeout(600)  # ninety pictures; other work may run beside
def test_every_screen_looks_as_it_was_last_seen(tmp_path: Path):
    seen: set[str] = set()
    changed: dict[str, int] = {}

    async def script(room: Showroom) -> None:
        async for place in drawn(room, tmp_path):
            seen.add(place.name)
            golden = GOLDEN / place.name
            off = differing_pixels(place, golden) if golden.exists() else -1
            if not 0 <= off <= MOST_PIXELS_OFF:
                changed[place.name] = off

    in_showroom(script)
    assert changed == {}, f"pixels that differ; the pictures are in {tmp_path}: make goldens?"
    assert {place.name for place in GOLDEN.glob("*.png")} == seen


def test_a_shift_of_a_pixel_is_nothing_and_a_lost_word_is_seen(tmp_path: Path):
    """Paper, with the same word three times: as it is, a pixel lower, and not at all."""
    places: list[Path] = []
    for name, at in (("as-it-is", 20), ("lower", 21), ("lost", None)):
        picture = Image.new("RGB", (200, 60), "#F6FAF9")
        if at is not None:
            ImageDraw.Draw(picture).text((20, at), "Forget this", fill="#1C6A65", font_size=16)
        places.append(tmp_path / f"{name}.png")
        picture.save(places[-1])
    as_it_is, lower, lost = places
    assert differing_pixels(as_it_is, lower) <= MOST_PIXELS_OFF
    assert differing_pixels(as_it_is, lost) > MOST_PIXELS_OFF


def test_a_word_in_a_colour_of_its_own_is_kept_in_it(tmp_path: Path):
    """Among many shades of grey a few red letters are the first to lose theirs."""
    picture = Image.linear_gradient("L").convert("RGB").resize((412, 846))
    ImageDraw.Draw(picture).text((200, 400), "Forget", fill="#FF6B6B", font_size=14)
    drawn_now, kept = tmp_path / "now.png", tmp_path / "kept.png"
    picture.save(drawn_now)
    keep(drawn_now, kept)
    assert differing_pixels(drawn_now, kept) == 0
