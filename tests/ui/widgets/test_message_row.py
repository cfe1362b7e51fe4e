"""Rows of a chat: bubbles as wide as their words, answers with what can be done with them."""

# pyright: basic
# Kivy and KivyMD carry no types.

import pytest
from kivy.metrics import dp
from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.markdown.rich_label import LARGEST_TEXTURE
from app.ui.widgets.message_row import AnswerRow, QuestionRow
from app.ui.widgets.message_row.widget import BubbleLabel
from tests.ui.stage import Stage, on_stage

EVENTS = {
    "copy_button": "on_copy",
    "regenerate_button": "on_regenerate",
    "more_button": "on_more",
    "chip": "on_memories",
}


async def shown(stage: Stage, row: Widget) -> None:
    column = MDBoxLayout(orientation="vertical", adaptive_height=True, pos_hint={"top": 1})
    column.add_widget(row)
    await stage.show(column)


def labels(row: QuestionRow) -> list[BubbleLabel]:
    return [found for found in row.walk() if isinstance(found, BubbleLabel)]


def test_a_bubble_is_as_wide_as_its_words_but_never_the_whole_row():
    async def script(stage: Stage) -> None:
        short, long = QuestionRow(text="Hello"), QuestionRow(text="Many words in a row. " * 9)
        await shown(stage, short)
        assert short.ids.bubble.width < 120
        assert short.ids.bubble.right == pytest.approx(short.width - dp(16))
        await shown(stage, long)
        assert long.ids.bubble.width == pytest.approx(long.width * 0.76, abs=2)
        (label,) = labels(long)
        assert label.texture_size[1] <= label.height + 1

    on_stage(script)


def test_what_a_person_wrote_is_shown_as_written():
    async def script(stage: Stage) -> None:
        row = QuestionRow(text="**not bold** [b]nor this[/b] & 中文")
        await shown(stage, row)
        (label,) = labels(row)
        assert label.text.startswith("**not bold** &bl;b&br;nor this&bl;/b&br; &amp; [font=")

    on_stage(script)


def test_a_pasted_book_is_drawn_in_parts():
    async def script(stage: Stage) -> None:
        row = QuestionRow(text="A long line of a pasted text. " * 600)
        await shown(stage, row)
        assert len(labels(row)) > 10
        assert all(label.texture_size[1] <= LARGEST_TEXTURE for label in labels(row))

    on_stage(script)


def test_everything_under_an_answer_can_be_tapped_and_says_so():
    heard: list[str] = []

    async def script(stage: Stage) -> None:
        row = AnswerRow(text="An answer.", memory_count=3)
        for event in EVENTS.values():
            row.bind(**{event: lambda _, name=event: heard.append(name)})
        await shown(stage, row)
        for count, name in enumerate(EVENTS):
            target = row.ids[name]
            assert min(target.size) >= dp(48), name
            await stage.driver.tap(target)
            await stage.driver.until(lambda wanted=count: len(heard) > wanted, name)
        assert row.ids.chip.ids.words.text == "3 memories"

    on_stage(script)
    assert heard == list(EVENTS.values())


def test_an_answer_that_still_grows_offers_no_actions():
    async def script(stage: Stage) -> None:
        row = AnswerRow(text="An ans", is_growing=True)
        await shown(stage, row)
        assert row.ids.footer.height == 0
        assert row.ids.actions.disabled
        row.text, row.is_growing = "An answer.", False
        await stage.driver.frames(3)
        assert row.ids.footer.height >= dp(48)
        assert not row.ids.actions.disabled

    on_stage(script)


def test_without_memories_there_is_no_chip_to_tap():
    async def script(stage: Stage) -> None:
        row = AnswerRow(text="An answer.")
        await shown(stage, row)
        assert row.ids.chip.opacity == 0
        assert row.ids.chip.disabled

    on_stage(script)
