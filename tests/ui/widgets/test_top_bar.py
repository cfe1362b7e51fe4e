"""The bar over a screen: its title grows with the text, its button may be absent."""

# pyright: basic
# Kivy carries no types.

import pytest

from app.ui.theme.font_scale import scale_fonts
from app.ui.widgets.top_bar import TopBar
from tests.ui.stage import Stage, on_stage


def test_the_title_follows_the_size_of_text():
    async def script(stage: Stage) -> None:
        bar = TopBar(title="Moving to PostgreSQL 16", subtitle="General Assistant")
        await stage.show(bar)
        before = [bar.ids.first.font_size, bar.ids.second.font_size]
        scale_fonts(stage.theme_cls, 1.6)
        await stage.driver.frames(4)
        after = [bar.ids.first.font_size, bar.ids.second.font_size]
        scale_fonts(stage.theme_cls, 1.0)
        assert after == pytest.approx([size * 1.6 for size in before], rel=0.02)

    on_stage(script)


def test_the_title_stands_over_its_column_and_so_does_the_button_if_there_is_one():
    async def script(stage: Stage) -> None:
        bar = TopBar(title="Boats", leading_icon="", margin=100)
        await stage.show(bar)
        assert (bar.ids.leading.opacity, bar.ids.leading.disabled) == (0, True)
        assert bar.ids.titles.x >= 100
        bar.leading_icon = "menu"
        await stage.driver.frames(4)
        assert (bar.ids.leading.x, bar.ids.leading.width, bar.ids.leading.opacity) == (100, 48, 1)

    on_stage(script)
