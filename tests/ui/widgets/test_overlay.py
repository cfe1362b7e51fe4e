"""Questions and sheets stay inside the window, whatever they have to say."""

# pyright: basic
# Kivy carries no types.

from kivy.core.window import Window
from kivymd.uix.screen import MDScreen

from app.ui.widgets.overlay import BottomSheet, ConfirmDialog
from app.ui.widgets.push_button import PushButton
from tests.ui.stage import Stage, on_stage


def test_a_long_question_scrolls_and_its_answers_stay_in_sight():
    async def script(stage: Stage) -> None:
        screen = MDScreen()
        await stage.show(screen)
        ConfirmDialog(lambda _: None, title="Forget?", text="One line that goes.\n" * 90).open_over(
            screen
        )
        await stage.driver.frames(6)
        buttons = [one for one in screen.walk() if isinstance(one, PushButton)]
        assert len(buttons) == 2
        for button in buttons:
            left, bottom = button.to_window(button.x, button.y)
            assert 0 <= bottom < bottom + button.height <= Window.height
            assert left >= 0

    on_stage(script)


def test_a_sheet_without_a_title_or_a_note_has_no_hole_above_its_rows():
    async def script(stage: Stage) -> None:
        screen = MDScreen()
        await stage.show(screen)
        bare, titled = BottomSheet(), BottomSheet(title="Who answers")
        for sheet in (bare, titled):
            sheet.open_over(screen)
        await stage.driver.frames(6)
        assert bare.ids.head.height < titled.ids.head.height < 80

    on_stage(script)
