"""What is on the screen when light becomes dark looks as if it had been drawn in the dark."""

# pyright: basic
# Kivy carries no types.

from kivymd.uix.boxlayout import MDBoxLayout

from app.memory.text.word_diff import word_diff
from app.ui.theme.palette import Appearance
from app.ui.widgets.diff_lines import DiffLines
from app.ui.widgets.diff_lines.widget import DiffLineView
from app.ui.widgets.push_button import PushButton
from app.ui.widgets.push_button.widget import KINDS
from tests.ui.stage import Stage, on_stage


def page() -> MDBoxLayout:
    column = MDBoxLayout(orientation="vertical")
    for kind in KINDS:
        column.add_widget(PushButton(text=kind, kind=kind))
    lines = DiffLines()
    lines.show(word_diff("a\nold\nb\n", "a\nnew\nb\n"))
    column.add_widget(lines)
    return column


def colours_of(column: MDBoxLayout) -> list[tuple[str, list[float], list[float]]]:
    found = []
    for widget in column.walk():
        if isinstance(widget, PushButton):
            words = widget.ids.caption
            found.append((widget.kind, widget.ids.face.md_bg_color, words.text_color))
        elif isinstance(widget, DiffLineView):
            found.append((widget.kind, widget.md_bg_color, widget.ids.words.text_color))
    return found


def test_buttons_and_diffs_follow_light_and_dark():
    async def script(stage: Stage) -> None:
        before = page()
        await stage.show(before)
        for appearance in (Appearance.DARK, Appearance.LIGHT):
            stage.theme_cls.theme_style = appearance.value
            await stage.driver.frames(4)
            assert colours_of(before) == colours_of(page()), appearance

    on_stage(script)
