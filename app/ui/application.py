"""The Kivy application: shows a window at once, opens what is on disk meanwhile, then the chat.

It owns the moments of the app's life (start, pause, resume, close) and hands them to the triggers.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kivy.clock import Clock as KivyClock
from kivy.core.window import Window
from kivy.uix.widget import Widget
from kivymd.app import MDApp
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.label import MDLabel

from app.contracts.clock import Clock
from app.contracts.lifecycle import LOOK_SECONDS, Lifecycle
from app.memory.day_change import DayChange, seconds_until_next_look
from app.memory.triggers import MemoryTriggers
from app.ui.calm_memory import CalmMemory
from app.ui.chat_pages import ChatPages
from app.ui.event_bridge import EventBridge
from app.ui.last_look import Look
from app.ui.memory_pages import MemoryPages, add_memory_screens
from app.ui.navigation import BACK_KEYS, Navigation
from app.ui.screens.appearance.view_model import AppearanceState
from app.ui.screens.chat.screen import ChatScreen
from app.ui.screens.chat.view_model import ChatViewModel
from app.ui.screens.delete_everything.screen import DeleteEverythingScreen
from app.ui.screens.delete_everything.view_model import DeleteEverythingViewModel
from app.ui.screens.memory.view_model import MemoryTab
from app.ui.screens.sessions.screen import SessionsPanel
from app.ui.screens.sessions.view_model import SessionsViewModel
from app.ui.settings_pages import SettingsPages
from app.ui.shortcuts import Wish, wish_of
from app.ui.tasks import Tasks
from app.ui.theme.font_scale import scale_fonts
from app.ui.theme.palette import Appearance, Theme, dress
from app.ui.theme.thin_backgrounds import thin_backgrounds
from app.ui.window_memory import WindowMemory
from app.ui.window_place import WindowPlace

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AppParts:
    """What the wiring hands over once everything on disk is open."""

    chat: ChatViewModel
    chat_pages: ChatPages
    sessions: SessionsViewModel
    memory: MemoryPages
    settings: SettingsPages
    delete_everything: DeleteEverythingViewModel
    triggers: MemoryTriggers
    day_change: DayChange
    clock: Clock
    new_trouble: Callable[[], str | None]
    close: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the window is given from outside; `to_background` None: it minimises itself."""

    look: Look
    icon: Path
    keep_place: Callable[[WindowPlace], None]
    keep_look: Callable[[Look], None]
    lifecycle: Lifecycle
    to_background: Callable[[], None] | None = None


class OneClawApp(MDApp):
    title = "OneClaw"

    def __init__(self, open_parts: Callable[[Tasks], AppParts], surroundings: Surroundings) -> None:
        super().__init__(icon=str(surroundings.icon))
        self.theme_cls = Theme()
        self._open_parts = open_parts
        self._surroundings = surroundings
        self._lifecycle = surroundings.lifecycle
        self._bridge = EventBridge()
        self._calm_memory = CalmMemory(lambda: not self._bridge.is_idle)
        self._is_leaving = False
        self._kept_look: Look | None = None
        self._window_memory = WindowMemory(self._window_rests)
        self._window_events = {
            "on_keyboard": self._on_key,
            "on_minimize": lambda _: self._lifecycle.hidden(),
            "on_restore": lambda _: self._lifecycle.shown(),
            "focus": lambda _, is_focused: self._lifecycle.focused(is_focused=is_focused),
            "on_request_close": self._on_request_close,
        }
        self.parts: AppParts | None = None
        self.navigation = Navigation(leave_app=self._to_background)

    def build(self) -> Widget:
        thin_backgrounds()
        # Boxes as high as their words, in boxes of their own: more passes than Kivy's ten.
        KivyClock.max_iteration = 60
        self._dress_as(self._surroundings.look)
        Window.clearcolor = self.theme_cls.surfaceColor
        self.theme_cls.bind(surfaceColor=lambda _, colour: setattr(Window, "clearcolor", colour))
        Window.bind(**self._window_events)
        Window.softinput_mode = "below_target"
        self._window_memory.watch()
        self._root = MDBoxLayout()
        return self._root

    def on_start(self) -> None:
        self._lifecycle.start(self.went_to_background, self.came_back)
        self._calm_memory.start()
        KivyClock.schedule_interval(self._look_at_the_clocks, LOOK_SECONDS)
        self._bridge.call(lambda: self._open_parts(self._bridge), self._show, self._cannot_start)

    def on_pause(self) -> bool:
        self._lifecycle.hidden()
        return True

    def on_resume(self) -> None:
        self._lifecycle.shown()

    def on_stop(self) -> None:
        # An app that ended must not be woken in the next one's window.
        KivyClock.unschedule(self._look_at_the_clocks)
        KivyClock.unschedule(self._look_at_the_date)
        self._lifecycle.stop()
        self._calm_memory.stop()
        self._window_memory.stop()
        Window.unbind(**self._window_events)
        self._bridge.close()

    @property
    def is_idle(self) -> bool:
        """Whether everything the screens asked for has come."""
        return self._bridge.is_idle

    def went_to_background(self) -> None:
        if self.parts is not None:
            self.parts.chat.keep_draft()
            self.parts.memory.app_left()
            self._in_background(self.parts.triggers.app_left)
        self._calm_memory.left()

    def came_back(self) -> None:
        if self.parts is not None:
            self.parts.sessions.refresh()
            self.parts.memory.refresh()
            self.parts.settings.appearance.refresh()
            self._look_at_the_date()

    def _show(self, parts: AppParts) -> None:
        self.parts = parts
        self._connect(parts)
        self._chat = ChatScreen(
            parts.chat,
            parts.settings.card,
            parts.chat_pages.sheet,
            parts.chat_pages.reading,
            self.navigation.open_drawer,
        )
        self.navigation.add_screen(self._chat)
        self.navigation.follow_width(self._chat.setter("is_wide"))
        parts.chat_pages.add_screens(self.navigation)
        add_memory_screens(parts.memory, self.navigation)
        parts.settings.offer_screens(self.navigation)
        self.navigation.offer_screen(
            "delete_everything", lambda: DeleteEverythingScreen(parts.delete_everything)
        )
        self._panel = SessionsPanel(parts.sessions)
        self.navigation.fill_drawer(self._panel)
        self._root.clear_widgets()
        self._root.add_widget(self.navigation.root)
        parts.sessions.refresh()
        self._in_background(parts.triggers.app_started)
        self._look_at_the_date()

    def _look_at_the_date(self, _elapsed: float = 0.0) -> None:
        """At every return to the foreground, and over midnight while the app stays open."""
        parts = self.parts
        if parts is None:
            return
        self._in_background(parts.day_change.look)
        self._look_for_trouble()
        KivyClock.unschedule(self._look_at_the_date)
        KivyClock.schedule_once(self._look_at_the_date, seconds_until_next_look(parts.clock.now()))

    def _look_at_the_clocks(self, _elapsed: float) -> None:
        self._lifecycle.look()

    def _look_for_trouble(self) -> None:
        """Memory that cannot be written is told once, where the person talks (S2.8)."""
        if self.parts is not None:
            self._bridge.call(self.parts.new_trouble, self._tell, logger.warning)

    def _tell(self, sentence: str | None) -> None:
        if sentence and self.parts is not None:
            self.parts.chat.tell(sentence)

    def _connect(self, parts: AppParts) -> None:
        """Screens do not know each other; what leads from one to another is said here."""

        def open_session(session_id: str) -> None:
            parts.chat.open_session(session_id)
            self.navigation.go("chat")

        def new_chat() -> None:
            parts.chat.new_chat()
            self.navigation.go("chat")

        parts.sessions.on_open = open_session
        parts.sessions.on_new_chat = new_chat
        parts.sessions.on_open_memory = lambda: self.navigation.go("memory")
        parts.memory.search.on_open_session = open_session

        def session_changed() -> None:
            parts.sessions.refresh()
            self._look_for_trouble()

        parts.chat.on_session_changed = session_changed
        parts.chat_pages.connect(parts.chat, parts.memory, self.navigation.go, open_session)
        parts.chat.on_session_left = lambda session_id: self._in_background(
            lambda: parts.triggers.session_left(session_id)
        )
        parts.chat.observable.subscribe(lambda state: parts.sessions.mark_open(state.session_id))
        parts.sessions.on_open_settings = lambda: self.navigation.go("settings")
        parts.sessions.on_renamed = parts.chat.renamed
        parts.sessions.on_deleted = parts.chat.session_deleted
        parts.sessions.observable.subscribe(
            lambda state: self.navigation.say(state.said, parts.sessions.undo_delete)
        )
        parts.chat.on_rename = parts.sessions.begin_rename
        parts.chat.on_delete = parts.sessions.delete
        parts.chat.on_details = parts.sessions.show_details
        parts.settings.connect(
            self.navigation.go, self.navigation.back, lambda _: parts.chat.refresh_speaker()
        )
        parts.settings.appearance.observable.subscribe(self._wear)
        parts.memory.stats.on_delete_everything = lambda: self.navigation.go("delete_everything")
        parts.delete_everything.on_back = self.navigation.back
        parts.delete_everything.on_asked_for = self._start_over
        parts.memory.take_in.on_imported = parts.settings.appearance.refresh

    def _wear(self, state: AppearanceState) -> None:
        if not state.is_known:
            return
        look = Look(state.is_dark, state.font_scale)
        self._dress_as(look)
        if look != self._kept_look:
            self._kept_look = look
            self._in_background(lambda: self._surroundings.keep_look(look))

    def _dress_as(self, look: Look) -> None:
        style = Appearance.DARK if look.is_dark else Appearance.LIGHT
        if not self.theme_cls.dressed or self.theme_cls.theme_style != style.value:
            dress(self.theme_cls, style)
        scale_fonts(self.theme_cls, look.font_scale)

    def _start_over(self) -> None:
        """As at a first start: what is open is closed, all of it, before anything is opened."""
        parts, self.parts = self.parts, None
        if parts is None:
            return
        parts.chat.stop()
        self._kept_look = None  # it is deleted too
        self._say("Deleting everything …")
        self.navigation = Navigation(leave_app=self._to_background)

        def reopen() -> AppParts:
            parts.close()
            return self._open_parts(self._bridge)

        self._bridge.call(reopen, self._show, self._cannot_start)

    def _cannot_start(self, sentence: str) -> None:
        self._say(sentence)

    def _say(self, sentence: str) -> None:
        self._root.clear_widgets()
        self._root.add_widget(
            MDLabel(text=sentence, halign="center", padding=(32, 32), font_style="Body")
        )

    def _on_key(
        self, _window: object, key: int, _code: int, _text: str | None, modifiers: list[str]
    ) -> bool:
        if key in BACK_KEYS:
            self.navigation.back()
            return True
        wish = wish_of(key, modifiers)
        if wish is not None and self.parts is not None:
            self._grant(wish, self.parts)
        return wish is not None

    def _grant(self, wish: Wish, parts: AppParts) -> None:
        match wish:
            case Wish.NEW_CHAT:
                parts.sessions.on_new_chat()
                self._chat.focus_composer()
            case Wish.SEARCH if self.navigation.current == "memory":
                parts.memory.memory.choose(MemoryTab.SEARCH)
            case Wish.SEARCH:
                self.navigation.open_drawer()
                self._panel.focus_search()
            case Wish.SETTINGS:
                self.navigation.go("settings")

    def _to_background(self) -> None:
        (self._surroundings.to_background or Window.minimize)()

    def _window_rests(self, place: WindowPlace) -> None:
        self._in_background(lambda: self._surroundings.keep_place(place))

    def _on_request_close(self, *_event: object, **_details: object) -> bool:
        self.close()
        return True

    def close(self) -> None:
        """The window goes at once; what must still be written is written by a worker."""
        if self._is_leaving:
            return
        self._is_leaving = True
        Window.hide()
        parts = self.parts
        if parts is None:
            self.stop()
            return

        def last_words() -> None:
            parts.chat.write_draft()
            parts.triggers.app_left()
            parts.close()

        self._bridge.call(last_words, lambda _: self.stop(), lambda _: self.stop())

    def _in_background(self, work: Callable[[], object]) -> None:
        self._bridge.call(work, lambda _: None, lambda sentence: logger.warning("%s", sentence))
