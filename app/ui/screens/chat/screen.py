"""Draws the chat state and passes on what the person does. Decides nothing."""

from collections.abc import Callable
from functools import partial

from kivy.core.clipboard import Clipboard
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivymd.uix.screen import MDScreen

from app.ui.notices import Notice
from app.ui.screens.chat.memory_sheet import MemorySheetViewModel
from app.ui.screens.chat.model_card import ModelCardState, ModelCardViewModel
from app.ui.screens.chat.reading import ReadingState, ReadingViewModel
from app.ui.screens.chat.row_maker import ChatRowMaker
from app.ui.screens.chat.rows import ChatRow
from app.ui.screens.chat.sheets import MemorySheet, open_agents, open_selection
from app.ui.screens.chat.state import ChatState
from app.ui.screens.chat.view_model import EXAMPLES, ChatViewModel
from app.ui.widgets.action_row import ActionRow
from app.ui.widgets.choice_sheet import Choice, open_choices
from app.ui.widgets.composer import Composer
from app.ui.widgets.conversation import Conversation
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.model_card import ModelCard
from app.ui.widgets.notice_bar import NoticeBar
from app.ui.widgets.overlay import BottomSheet, close_top_overlay
from app.ui.widgets.top_bar import TopBar, TouchIconButton

__all__ = [
    "ChatScreen",
    "Composer",
    "Conversation",
    "ModelCard",
    "NoticeBar",
    "TopBar",
    "TouchIconButton",
]

load_kv(__file__, "screen.kv")

EXAMPLE_ICONS = ("bookmark-outline", "account-outline", "calendar-clock-outline")


class ChatScreen(MDScreen):
    title = StringProperty()
    subtitle = StringProperty()
    notice = StringProperty()
    is_empty = BooleanProperty(True)
    is_answering = BooleanProperty(False)
    is_private = BooleanProperty(False)
    is_editing = BooleanProperty(False)
    is_reading = BooleanProperty(False)
    can_retry = BooleanProperty(False)
    queued = StringProperty()
    is_card_wanted = BooleanProperty(False)
    is_wide = BooleanProperty(False)
    margin = NumericProperty(0)

    def __init__(
        self,
        model: ChatViewModel,
        card: ModelCardViewModel,
        sheet: MemorySheetViewModel,
        reading: ReadingViewModel,
        open_drawer: Callable[[], None],
    ) -> None:
        self._model = model
        self._card = card
        self._sheet = sheet
        self._reading = reading
        self._draft_version = -1
        self._own_notices = 0
        self._agents: BottomSheet | None = None
        self.open_drawer = open_drawer
        super().__init__(name="chat")
        self.ids.conversation.maker = ChatRowMaker(self)
        self._draw_examples()
        model.observable.subscribe(self._draw)
        card.observable.subscribe(self._draw_card)
        reading.observable.subscribe(self._draw_reading)
        self._memories = MemorySheet(sheet, self)

    def on_pre_enter(self) -> None:
        self._model.refresh_speaker()
        self._look_for_models()

    def on_is_empty(self, *_change: object) -> None:
        self._look_for_models()

    def on_is_private(self, *_change: object) -> None:
        self._draw_examples()

    def take_back(self) -> bool:
        """A sheet goes before the screen does, and so does an edit."""
        if close_top_overlay(self):
            return True
        if self.is_editing:
            self.cancel_edit()
            return True
        return False

    def send(self, text: str) -> None:
        if self._model.send(text):
            self.ids.conversation.go_to_end()

    def typed(self, text: str) -> None:
        self._model.typed(text)

    def add_model(self) -> None:
        self._card.on_add_model()

    def use_found_model(self) -> None:
        self._card.use_found()

    def stop(self) -> None:
        self._model.stop()

    def answer_again(self) -> None:
        self._model.answer_again()

    def load_older(self) -> None:
        self._model.load_older()

    def toggle_private(self) -> None:
        """A private chat begins empty: what is said here was not private."""
        self._model.new_chat(is_private=not self.is_private)

    def take_back_queued(self) -> None:
        self._model.take_back_queued()

    def cancel_edit(self) -> None:
        self._model.cancel_edit()

    def stop_reading(self) -> None:
        self._reading.stop()

    def choose_agent(self) -> None:
        self._model.ask_for_agent()

    def open_menu(self) -> None:
        model, state = self._model, self._model.state
        choices = [
            Choice("account-circle-outline", "Who answers", self.choose_agent),
            Choice("magnify", "Search my memory", model.on_search_memory),
        ]
        if state.session_id is not None:
            session_id, title = state.session_id, state.shown_title
            if not state.is_private:
                rename = partial(model.on_rename, session_id, title)
                choices.append(Choice("pencil-outline", "Rename this chat", rename))
            details = partial(model.on_details, session_id)
            delete = partial(model.on_delete, session_id, title)
            choices += [
                Choice("information-outline", "Details", details),
                Choice("trash-can-outline", "Delete this chat", delete),
            ]
        open_choices(self, choices)

    def open_answer_menu(self, row: ChatRow) -> None:
        show_prompt = partial(self._model.on_show_prompt, row.id)
        choices = [
            Choice("eye-outline", "What the model saw", show_prompt),
            Choice("cursor-text", "Select text", partial(open_selection, self, row.text)),
        ]
        if self._reading.is_available:
            read = partial(self._reading.start, row.text)
            choices.append(Choice("volume-high", "Read aloud", read))
        open_choices(self, choices)

    def open_question_menu(self, row: ChatRow) -> None:
        choices = [
            Choice("content-copy", "Copy", partial(self.copy, row.text)),
            Choice("cursor-text", "Select text", partial(open_selection, self, row.text)),
        ]
        asked = self._model.state.last_question
        if asked is not None and asked.id == row.id and not self.is_answering:
            choices.append(Choice("pencil-outline", "Edit and send again", self._edit))
        open_choices(self, choices)

    def show_memories(self, row: ChatRow) -> None:
        self._sheet.show(row.memories)

    def copy(self, text: str) -> None:
        Clipboard.copy(text)
        self._tell("Copied")

    def focus_composer(self) -> None:
        self.ids.composer.focus()

    def _edit(self) -> None:
        self._model.begin_edit()
        self.focus_composer()

    def _tell(self, words: str) -> None:
        self._own_notices -= 1  # apart from the numbers of the view model's own
        self.ids.said.show(Notice(words, self._own_notices))

    def _look_for_models(self) -> None:
        """Only while there is a card to show what was found."""
        if self.is_empty:
            self._card.refresh()

    def _draw_card(self, state: ModelCardState) -> None:
        self.is_card_wanted = state.is_wanted
        card = self.ids.card
        card.found = state.found.name if state.found else ""
        card.is_working, card.notice = state.is_working, state.notice

    def _draw_reading(self, state: ReadingState) -> None:
        self.is_reading = state.is_reading
        if state.problem:
            self._tell(state.problem)

    def _draw_examples(self) -> None:
        """All of them are about what is remembered: a private chat has none."""
        self.ids.examples.clear_widgets()
        if not self.is_private:
            for icon, words in zip(EXAMPLE_ICONS, EXAMPLES, strict=True):
                self.ids.examples.add_widget(self._example(icon, words))

    def _example(self, icon: str, words: str) -> ActionRow:
        row = ActionRow(icon=icon, text=words, on_release=lambda _: self.send(words))
        row.surface = self.theme_cls.surfaceContainerLowColor
        self.theme_cls.bind(surfaceContainerLowColor=row.setter("surface"))
        return row

    def _draw(self, state: ChatState) -> None:
        self.title, self.subtitle = state.shown_title, state.shown_subtitle
        self.notice, self.queued = state.notice, state.queued
        self.is_empty, self.is_answering = state.is_empty, state.is_answering
        self.is_private, self.can_retry = state.is_private, state.can_retry
        self.is_editing = bool(state.edits)
        if state.draft_version != self._draft_version:
            self._draft_version = state.draft_version
            self.ids.composer.text = state.draft
        self.ids.conversation.fill(state.rows)
        self.ids.conversation.offer_older(is_offered=state.has_older)
        self.ids.said.show(state.said, self._model.undo)
        self._draw_agents(state)

    def _draw_agents(self, state: ChatState) -> None:
        if state.choices and self._agents is None:
            chosen = self._model.choose_agent
            self._agents = open_agents(self, state.choices, state.agent_id, chosen)
        elif not state.choices and self._agents is not None:
            self._agents.close()
            self._agents = None
