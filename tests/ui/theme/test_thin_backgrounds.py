"""Boxes without a colour cost nothing to draw; those with one look as KivyMD draws them."""

# pyright: basic
# Kivy and KivyMD carry no types.

from kivy.factory import Factory
from kivy.graphics import Rectangle, SmoothRoundedRectangle
from kivy.lang import Builder
from kivymd.uix.boxlayout import MDBoxLayout

from tests.ui.stage import Stage, on_stage


def background(box: MDBoxLayout) -> tuple[float, float]:
    """What is painted, by whichever of the two shapes."""
    sizes = [tuple(one.size) for one in _shapes(box)]
    return max(sizes)


def has_smooth_corners(box: MDBoxLayout) -> bool:
    return any(one.size[0] and isinstance(one, SmoothRoundedRectangle) for one in _shapes(box))


def _shapes(box: MDBoxLayout) -> list[Rectangle | SmoothRoundedRectangle]:
    shapes = box.canvas.get_group("Background_instruction")
    return [one for one in shapes if isinstance(one, Rectangle | SmoothRoundedRectangle)]


def test_only_a_box_with_a_colour_paints_its_background_and_it_follows_the_colour():
    async def script(stage: Stage) -> None:
        box = MDBoxLayout()
        await stage.show(box)
        assert background(box) == (0, 0)
        box.md_bg_color = (0.2, 0.4, 0.4, 1)
        await stage.driver.until(lambda: background(box) == tuple(box.size), "the colour shows")
        box.md_bg_color = (0, 0, 0, 0)
        await stage.driver.until(lambda: background(box) == (0, 0), "the colour is gone")

    on_stage(script)


def test_round_corners_are_smooth_and_square_ones_sharp():
    async def script(stage: Stage) -> None:
        box = MDBoxLayout(md_bg_color=(0.2, 0.4, 0.4, 1))
        await stage.show(box)
        await stage.driver.until(lambda: background(box) == tuple(box.size), "the colour shows")
        assert not has_smooth_corners(box)
        box.radius = [12] * 4
        await stage.driver.until(lambda: has_smooth_corners(box), "the corners are smooth")
        assert background(box) == tuple(box.size)

    on_stage(script)


def test_a_background_lies_behind_what_its_own_rule_put_into_the_box():
    Builder.load_string("""
<CoveredByNothing@MDBoxLayout>:
    md_bg_color: 1, 0, 0, 1
    Widget:
        canvas:
            Color:
                rgb: 0, 1, 0
            Rectangle:
                pos: self.pos
                size: self.size
""")

    async def script(stage: Stage) -> None:
        box = Factory.CoveredByNothing(size_hint=(None, None), size=(20, 20))
        await stage.show(box)
        assert box.export_as_image().texture.pixels[:4] == bytes([0, 255, 0, 255])

    on_stage(script)
