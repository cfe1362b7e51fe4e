"""Draws the usage page: months, and in each the models with a bar for their share."""

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.screens.usage.view_model import UsageMonth, UsageState, UsageViewModel
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.notice_card import NoticeCard
from app.ui.widgets.page import Page, PageHeading, PageText

load_kv(__file__, "screen.kv")


class UsageBar(MDBoxLayout):
    model = StringProperty()
    tokens = StringProperty()
    detail = StringProperty()
    share = NumericProperty(0)


class UsageScreen(Page):
    def __init__(self, model: UsageViewModel) -> None:
        self._model = model
        super().__init__(name="usage", title="Usage")
        model.observable.subscribe(self._draw)

    def on_pre_enter(self) -> None:
        self._model.refresh()

    def on_back(self) -> None:
        self._model.on_back()

    def _draw(self, state: UsageState) -> None:
        shown: list[Widget] = [NoticeCard(text=state.notice)] if state.notice else []
        if not state.months and not state.notice:
            words = "Reading …" if state.is_loading else "No AI model has answered yet."
            shown.append(PageText(text=words))
        for month in state.months:
            shown += _month(month)
        self.show(shown)


def _month(month: UsageMonth) -> list[Widget]:
    bars = [
        UsageBar(model=line.model, tokens=line.tokens, detail=line.detail, share=line.share)
        for line in month.lines
    ]
    return [PageHeading(text=f"{month.heading} · {month.tokens}"), *bars]
