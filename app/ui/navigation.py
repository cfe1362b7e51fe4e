"""Where the person is and the way back: a sheet, the drawer, the screen, then out of the app."""

from collections.abc import Callable

from kivy.metrics import dp
from kivy.uix.screenmanager import NoTransition
from kivy.uix.widget import Widget
from kivymd.uix.screen import MDScreen

from app.ui.notices import Notice
from app.ui.trail import Trail
from app.ui.widgets.lazy_screens import BuildScreen, LazyScreens
from app.ui.widgets.notice_bar import NoticeBar
from app.ui.widgets.overlay import OverlayHost, close_top_overlay
from app.ui.widgets.side_panel import SidePanel

HOME = "chat"
BACK_KEYS = (27, 1001)
ABOVE_THE_COMPOSER = 92


class Navigation:
    """Owns the layout of screens and drawer. `root` is what the application shows."""

    def __init__(self, leave_app: Callable[[], None]) -> None:
        self._leave_app = leave_app
        self._trail = Trail(HOME)
        self._screens = LazyScreens(transition=NoTransition())
        self._panes = SidePanel()
        self._panes.fill_main(self._screens)
        self._said = NoticeBar()
        self.root = OverlayHost()
        self.root.add_widget(self._panes)
        self.root.add_widget(self._said)
        self._panes.main.bind(pos=self._place_notice, size=self._place_notice)
        self._said.bind(width=self._place_notice)

    @property
    def current(self) -> str:
        return str(self._screens.current)

    @property
    def is_wide(self) -> bool:
        """Whether the drawer stands beside the screens."""
        return bool(self._panes.is_wide)

    @property
    def is_drawer_open(self) -> bool:
        return bool(self._panes.is_open)

    @property
    def is_drawer_at_rest(self) -> bool:
        """False while it slides in or out."""
        return self._panes.is_at_rest

    def add_screen(self, screen: MDScreen) -> None:
        self._screens.add_widget(screen)

    def offer_screen(self, name: str, build: BuildScreen) -> None:
        """A screen that is built when somebody first goes there."""
        self._screens.offer(name, build)

    def fill_drawer(self, panel: Widget) -> None:
        self._panes.fill_panel(panel)

    def go(self, name: str) -> None:
        self.close_drawer()
        self._trail.go(name)
        self._screens.current = name

    def open_drawer(self) -> None:
        self._panes.open()

    def close_drawer(self) -> None:
        self._panes.close()

    def follow_width(self, tell: Callable[[object, bool], None]) -> None:
        """Called with whether the drawer stands beside the screens, now and when that changes."""
        self._panes.bind(is_wide=tell)
        tell(self._panes, self._panes.is_wide)

    def say(self, notice: Notice | None, undo: Callable[[], None]) -> None:
        """Wherever the person is by now."""
        self._said.show(notice, undo)

    def back(self) -> None:
        if close_top_overlay(self.root):
            return
        if self.is_drawer_open:
            self.close_drawer()
        elif getattr(self._screens.current_screen, "take_back", _nothing_to_close)():
            return  # a sheet went away, or the screen knows where it leads back to
        elif not self._trail.is_at_home:
            self._screens.current = self._trail.back()
        else:
            self._leave_app()

    def _place_notice(self, *_change: object) -> None:
        """Over the screens, above where a message is written."""
        main, bar = self._panes.main, self._said
        bar.pos_hint = {}
        bar.pos = (main.center_x - bar.width / 2, dp(ABOVE_THE_COMPOSER))


def _nothing_to_close() -> bool:
    return False
