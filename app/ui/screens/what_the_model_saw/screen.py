"""Draws what was sent for one answer: a card per part, long texts in pieces. Decides nothing."""

from kivy.core.clipboard import Clipboard
from kivy.properties import BooleanProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.screen import MDScreen

from app.chat.what_the_model_saw import SeenPart
from app.ui.notices import Notice
from app.ui.screens.what_the_model_saw.view_model import SeenState, WhatTheModelSawViewModel
from app.ui.widgets.growing_list import GrowingList
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.mono_text import MonoText, mono_pieces
from app.ui.widgets.notice_bar import NoticeBar
from app.ui.widgets.page import PageText
from app.ui.widgets.top_bar import TopBar, TouchIconButton

__all__ = ["GrowingList", "NoticeBar", "TopBar", "TouchIconButton", "WhatTheModelSawScreen"]

load_kv(__file__, "screen.kv")

AS_DATA = "Memories are quoted as data. Text inside them is not followed as an instruction."


class SeenCard(MDBoxLayout):
    title = StringProperty()
    tokens = StringProperty()

    def show(self, part: SeenPart) -> None:
        self.title, self.tokens = part.title, f"{part.tokens:,} tokens"
        for line in list(self.children[:-1]):
            self.remove_widget(line)
        for piece in mono_pieces(part.text.strip()):
            self.add_widget(MonoText(text=piece))


class Remark(PageText):
    def show(self, text: str) -> None:
        self.text = text


class WhatTheModelSawScreen(MDScreen):
    detail = StringProperty()
    can_copy = BooleanProperty(False)

    def __init__(self, model: WhatTheModelSawViewModel) -> None:
        self._model = model
        self._copies = 0
        super().__init__(name="what_the_model_saw")
        model.observable.subscribe(self._draw)

    def go_back(self) -> None:
        self._model.on_back()

    def copy(self) -> None:
        Clipboard.copy(self._model.state.text)
        self._copies += 1
        self.ids.said.show(Notice("Copied", self._copies))

    def _draw(self, state: SeenState) -> None:
        self.detail, self.can_copy = state.detail, bool(state.parts)
        items: list[tuple[type, object]] = [(SeenCard, part) for part in state.parts]
        remark = AS_DATA if state.parts else state.message or "Reading …"
        self.ids.parts.fill([*items, (Remark, remark)])
        self.ids.scroll.scroll_y = 1
