"""Where the person is and the way back: drawer, then screen, then out of the app."""

from collections.abc import Callable

from kivy.uix.screenmanager import NoTransition
from kivy.uix.widget import Widget
from kivymd.uix.navigationdrawer import MDNavigationDrawer, MDNavigationLayout
from kivymd.uix.screen import MDScreen

from app.ui.trail import Trail
from app.ui.widgets.lazy_screens import BuildScreen, LazyScreens

HOME = "chat"
BACK_KEYS = (27, 1001)


class Navigation:
    """Owns the layout of screens and drawer. `root` is what the application shows."""

    def __init__(self, leave_app: Callable[[], None]) -> None:
        self._leave_app = leave_app
        self._trail = Trail(HOME)
        self._screens = LazyScreens(transition=NoTransition())
        self._drawer = MDNavigationDrawer(radius=(0, 16, 16, 0), drawer_type="modal")
        self.root = MDNavigationLayout()
        self.root.add_widget(self._screens)
        self.root.add_widget(self._drawer)

    @property
    def current(self) -> str:
        return str(self._screens.current)

    @property
    def is_drawer_open(self) -> bool:
        return self._drawer.state == "open"

    @property
    def is_drawer_at_rest(self) -> bool:
        """False while it slides in or out."""
        return self._drawer.open_progress == (1 if self.is_drawer_open else 0)

    def add_screen(self, screen: MDScreen) -> None:
        self._screens.add_widget(screen)

    def offer_screen(self, name: str, build: BuildScreen) -> None:
        """A screen that is built when somebody first goes there."""
        self._screens.offer(name, build)

    def fill_drawer(self, panel: Widget) -> None:
        self._drawer.add_widget(panel)

    def go(self, name: str) -> None:
        self.close_drawer()
        self._trail.go(name)
        self._screens.current = name

    def open_drawer(self) -> None:
        self._drawer.set_state("open")

    def close_drawer(self) -> None:
        if self.is_drawer_open:
            self._drawer.set_state("close")

    def back(self) -> None:
        if self.is_drawer_open:
            self.close_drawer()
        elif getattr(self._screens.current_screen, "take_back", _nothing_to_close)():
            return  # a sheet went away, or the screen knows where it leads back to
        elif not self._trail.is_at_home:
            self._screens.current = self._trail.back()
        else:
            self._leave_app()


def _nothing_to_close() -> bool:
    return False
