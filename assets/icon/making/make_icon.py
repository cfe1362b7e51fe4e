"""Draws the app's icon and its first picture: `python -m assets.icon.making.make_icon`.

A paw in the app's own colour. Needs Pillow, which Kivy's environment has. Nothing
here is run by the app or packed with it.
"""

import math
from pathlib import Path

from PIL import Image, ImageDraw

FOLDER = Path(__file__).resolve().parents[1]
SEED = "#2F6F6B"
LIGHT = "#DDF2EE"
FINER = 4
"""Drawn that much larger, then made smaller: smooth edges."""

# On a field of 100 x 100, y downwards: centre, radii and turn of the four toes.
TOES = (
    (20.5, 49, 8.4, 11.2, 20),
    (38.3, 29.5, 9, 12.8, 8),
    (61.7, 29.5, 9, 12.8, -8),
    (79.5, 49, 8.4, 11.2, -20),
)
# The corners that the pad's outline bends towards.
PAD = (
    (50, 46),
    (64, 48),
    (69, 61),
    (82, 68),
    (77, 86),
    (62, 86),
    (50, 80),
    (38, 86),
    (23, 86),
    (18, 68),
    (31, 61),
    (36, 48),
)

Point = tuple[float, float]
Shape = tuple[float, float, float, float, float]


def oval(shape: Shape, place: float, size: float) -> list[tuple[float, float]]:
    x, y, across, along, turn = shape
    turned = math.radians(turn)
    points: list[tuple[float, float]] = []
    for step in range(120):
        angle = step * math.tau / 120
        right, down = across * math.cos(angle), along * math.sin(angle)
        points.append(
            (
                place + (x + right * math.cos(turned) + down * math.sin(turned)) * size,
                place + (y - right * math.sin(turned) + down * math.cos(turned)) * size,
            )
        )
    return points


def smooth(corners: tuple[Point, ...], place: float, size: float) -> list[Point]:
    """A closed line through the middles of the sides, bent towards the corners."""
    bent: list[Point] = []
    for number, (x, y) in enumerate(corners):
        before, after = corners[number - 1], corners[(number + 1) % len(corners)]
        start, end = (
            ((before[0] + x) / 2, (before[1] + y) / 2),
            ((x + after[0]) / 2, (y + after[1]) / 2),
        )
        for step in range(12):
            far = step / 12
            shares = (1 - far) ** 2, 2 * far * (1 - far), far**2
            right = shares[0] * start[0] + shares[1] * x + shares[2] * end[0]
            down = shares[0] * start[1] + shares[1] * y + shares[2] * end[1]
            bent.append((place + right * size, place + down * size))
    return bent


def draw_paw(picture: Image.Image, side: float, colour: str) -> None:
    """In the middle, `side` pixels of the picture's own size wide."""
    draw = ImageDraw.Draw(picture)
    place, size = (picture.width - side) / 2, side / 100
    for shape in TOES:
        draw.polygon(oval(shape, place, size), fill=colour)
    draw.polygon(smooth(PAD, place, size), fill=colour)


def picture(side: int, paw: float, ground: str | None, corner: float = 0.0) -> Image.Image:
    """`paw` and `corner` are shares of the side; no ground is a transparent one."""
    large = side * FINER
    drawn = Image.new("RGBA", (large, large), (0, 0, 0, 0))
    if ground:
        ImageDraw.Draw(drawn).rounded_rectangle(
            (0, 0, large - 1, large - 1), corner * large, fill=ground
        )
    draw_paw(drawn, paw * large, LIGHT)
    return drawn.resize((side, side), Image.Resampling.LANCZOS)


def main() -> None:
    picture(512, 0.66, SEED, 0.22).save(FOLDER / "icon.png", optimize=True)
    # Android cuts an adaptive icon to a shape of its own: 66 of 108 parts are always seen.
    picture(432, 0.46, None).save(FOLDER / "icon-foreground.png", optimize=True)
    Image.new("RGB", (432, 432), SEED).save(FOLDER / "icon-background.png", optimize=True)
    picture(512, 0.5, None).save(FOLDER / "presplash.png", optimize=True)


if __name__ == "__main__":
    main()
