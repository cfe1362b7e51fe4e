"""The pages of the gallery: a chat, an answer that grows, every script, every kind of block."""

# pyright: basic
# Kivy and KivyMD carry no types.

from collections.abc import Callable
from pathlib import Path

from kivy.metrics import Metrics
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.label import MDLabel

from app.ui.theme.fonts import marked
from app.ui.theme.palette import Appearance, dress
from app.ui.widgets.message_row import AnswerRow, QuestionRow
from app.ui.widgets.top_bar import TopBar
from tests.ui.samples import ANSWER, EVERY_BLOCK, GROWING, MANY_SCRIPTS, QUESTION, SCRIPTS
from tests.ui.stage import Stage


def page(title: str, *rows: Widget) -> Widget:
    column = MDBoxLayout(orientation="vertical", adaptive_height=True, spacing=4)
    for row in rows:
        column.add_widget(row)
    scroll = ScrollView(do_scroll_x=False)
    scroll.add_widget(column)
    whole = MDBoxLayout(orientation="vertical")
    whole.add_widget(TopBar(title=title, subtitle="General Assistant · gpt-5-mini"))
    whole.add_widget(scroll)
    return whole


def chat() -> Widget:
    return page(
        "Moving to PostgreSQL 16",
        QuestionRow(text=QUESTION),
        AnswerRow(text=ANSWER, memory_count=3),
        QuestionRow(text="Perfect. Remember that invoices are always in euros."),
        AnswerRow(text="Noted: invoices are always in euros."),
    )


def streaming() -> Widget:
    question = QuestionRow(text="Plan Saturday, please. Rain is likely.")
    return page("Weekend in Zürich", question, AnswerRow(text=GROWING, is_growing=True))


def scripts() -> Widget:
    rows: list[Widget] = []
    for name, sample in SCRIPTS.items():
        rows.append(MDLabel(text=name, role="small", adaptive_height=True, padding=(16, 0)))
        words = MDLabel(text=marked(sample), markup=True, adaptive_height=True, padding=(16, 0))
        rows.append(words)
    return page("周末爬山计划 😀 → שלום", *rows)


def blocks() -> Widget:
    return page("Every block", AnswerRow(text=EVERY_BLOCK, memory_count=1))


def last_blocks() -> Widget:
    whole = blocks()
    whole.children[0].scroll_y = 0
    return whole


def many_scripts() -> Widget:
    question = QuestionRow(
        text="Bitte auf Deutsch: 我们周六早上七点出发去爬山，然后回家再见面吃饭聊天，好吗？"
    )
    return page("שלום → 周末", question, AnswerRow(text=MANY_SCRIPTS))


PAGES: dict[str, Callable[[], Widget]] = {
    "chat": chat,
    "streaming": streaming,
    "scripts": scripts,
    "many-scripts": many_scripts,
    "blocks": blocks,
    "blocks-end": last_blocks,
}


async def draw_all(stage: Stage, pictures: Path) -> None:
    for appearance in Appearance:
        dress(stage.theme_cls, appearance)
        for name, build in PAGES.items():
            await stage.show(build())
            stage.take_picture(pictures / f"{name}-{appearance.value.lower()}.png")
    dress(stage.theme_cls, Appearance.LIGHT)
    for scale in (0.85, 2.0):
        Metrics.fontscale = scale
        await stage.show(chat())
        stage.take_picture(pictures / f"chat-scale-{scale}.png")
