"""A conversation in the drawer: its words have the room that its marks leave."""

# pyright: basic
# Kivy carries no types.

import pytest
from kivy.metrics import dp

from app.ui.screens.sessions.rows import SessionRow
from app.ui.widgets.session_row import SessionRowView
from tests.ui.stage import Stage, on_stage

TITLE = "We decided to move the billing database to PostgreSQL"


@pytest.mark.parametrize(
    ("is_private", "is_open", "taken"),
    [(False, False, 40), (True, False, 60), (False, True, 76), (True, True, 96)],
)
def test_the_words_have_the_room_that_the_marks_leave(is_private: bool, is_open: bool, taken: int):
    async def script(stage: Stage) -> None:
        view = SessionRowView()
        view.show((SessionRow("s1", TITLE, "Noted.", is_private=is_private), is_open))
        await stage.show(view)
        assert view.ids.words.width == pytest.approx(view.width - dp(taken), abs=1)

    on_stage(script)


def test_a_tap_opens_it_and_a_long_press_asks_what_else():
    async def script(stage: Stage) -> None:
        opened: list[object] = []
        asked: list[object] = []
        view = SessionRowView(on_open=opened.append, on_menu=asked.append)
        view.show((SessionRow("s1", TITLE, "Noted.", is_private=False), False))
        await stage.show(view)
        await stage.driver.tap(view)
        assert (len(opened), len(asked)) == (1, 0)
        view._held(0)
        view.on_release()
        assert (len(opened), len(asked)) == (1, 1)

    on_stage(script)
