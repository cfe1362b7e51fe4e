"""A sheet from below and a question in the middle. They take every touch while they are open.

Both are added to the screen they lie over, so that Back finds them and they go with it. What the
drawer asks lies over everything.
"""

from collections.abc import Callable

from kivy.properties import StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget
from kivymd.uix.screen import MDScreen

from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.push_button import PushButton

load_kv(__file__, "widget.kv")


class OverlayHost(FloatLayout):
    """Holds all screens and the drawer: what is asked outside a screen lies over all of them."""


class Overlay(FloatLayout):
    """Dismissed by a touch beside it, by Back, or by its own buttons."""

    __events__ = ("on_dismiss",)

    def on_dismiss(self) -> None:
        """Fired once, when it goes away for any reason but `close`."""

    def open_over(self, widget: Widget) -> None:
        _host_of(widget).add_widget(self)

    def dismiss(self) -> None:
        if self.parent is not None:
            self.close()
            self.dispatch("on_dismiss")

    def close(self) -> None:
        """Takes it away without telling: whoever calls this knows."""
        if self.parent is not None:
            self.parent.remove_widget(self)

    def on_touch_down(self, touch: object) -> bool:
        if not super().on_touch_down(touch) and not self.ids.card.collide_point(*touch.pos):
            self.dismiss()
        return True

    def on_touch_move(self, touch: object) -> bool:
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: object) -> bool:
        super().on_touch_up(touch)
        return True


class BottomSheet(Overlay):
    """`note` stands beside the title, `detail` below it."""

    title = StringProperty()
    detail = StringProperty()
    note = StringProperty()

    def add_content(self, widget: Widget) -> None:
        self.ids.content.add_widget(widget)

    def add_action(self, text: str, kind: str, act: Callable[[], None]) -> PushButton:
        button = PushButton(text=text, kind=kind, on_release=lambda _: act())
        self.ids.actions.add_widget(button)
        return button


class ConfirmDialog(Overlay):
    title = StringProperty()
    text = StringProperty()
    yes = StringProperty("OK")
    no = StringProperty("Cancel")
    yes_kind = StringProperty("filled")

    def __init__(self, answered: Callable[[bool], None], **kwargs: object) -> None:
        self._answered = answered
        super().__init__(**kwargs)

    def answer(self, *, is_yes: bool) -> None:
        self.close()
        self._answered(is_yes)

    def on_dismiss(self) -> None:
        self._answered(False)


def close_top_overlay(host: Widget) -> bool:
    """For Back: True when there was one."""
    for child in host.children:
        if isinstance(child, Overlay):
            child.dismiss()
            return True
    return False


def _host_of(widget: Widget) -> Widget:
    while not isinstance(widget, MDScreen | OverlayHost):
        widget = widget.parent
    return widget
