"""The figures at the top of the Stats tab."""

# pyright: basic
# Kivy and KivyMD carry no types.

from kivy.uix.gridlayout import GridLayout

from app.ui.screens.memory_stats.screen import FigureCard, level
from tests.ui.stage import Stage, on_stage


def test_cards_are_no_higher_than_their_words_whatever_room_they_had_before():
    async def script(stage: Stage) -> None:
        cards = [FigureCard(value="891 bytes", meaning="on this device"), FigureCard(value="3")]
        level(cards)
        row = GridLayout(cols=2, size_hint_y=None, height=400)
        for card in cards:
            row.add_widget(card)
        await stage.show(row)
        at_first = cards[0].height
        row.size_hint_x, row.width = None, 90
        await stage.driver.frames(4)
        assert cards[0].height > at_first
        row.width = 400
        await stage.driver.frames(4)
        assert [card.height for card in cards] == [at_first, at_first]

    on_stage(script)
