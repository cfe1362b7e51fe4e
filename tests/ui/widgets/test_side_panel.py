"""The panel slides over a phone by button and by finger, and stands beside what is wide."""

# pyright: basic
# Kivy carries no types.

from kivy.uix.button import Button

from app.ui.widgets.side_panel import SidePanel
from tests.ui.stage import Stage, on_stage

PHONE, WIDE = (412, 846), (900, 700)


def test_it_opens_by_a_swipe_from_the_edge_and_closes_by_a_swipe_or_a_touch_beside_it():
    async def script(stage: Stage) -> None:
        panel, below = SidePanel(), Button()
        touched: list[object] = []
        below.bind(on_press=touched.append)
        panel.fill_main(below)
        await stage.show(panel)
        await stage.driver.swipe((5, 400), (300, 420))
        await stage.driver.until(lambda: panel.is_open and panel.is_at_rest, "it is open")
        await stage.driver.swipe((300, 400), (20, 410))
        await stage.driver.until(lambda: not panel.is_open and panel.is_at_rest, "it is closed")
        panel.open()
        await stage.driver.until(lambda: panel.is_at_rest, "it is open")
        touched.clear()
        await stage.driver.swipe((400, 400), (400, 400))
        assert not panel.is_open
        assert touched == []

    on_stage(script)


def test_a_swipe_in_the_middle_or_along_the_edge_is_somebody_elses():
    async def script(stage: Stage) -> None:
        panel = SidePanel()
        await stage.show(panel)
        await stage.driver.swipe((200, 400), (400, 400))
        await stage.driver.swipe((5, 100), (60, 500))
        assert panel.progress == 0

    on_stage(script)


def test_in_a_wide_window_it_stands_beside_and_nothing_slides():
    async def script(stage: Stage) -> None:
        panel = SidePanel()
        await stage.show(panel)
        panel.open()
        await stage.driver.resize(*WIDE)
        assert panel.is_wide
        assert (panel.ids.panel.x, panel.main.x) == (0, panel.ids.panel.right)
        assert panel.main.right == WIDE[0]
        panel.open()
        assert not panel.is_open
        await stage.driver.resize(*PHONE)
        assert (panel.main.x, panel.main.width) == (0, PHONE[0])
        assert panel.ids.panel.right == 0

    on_stage(script)
