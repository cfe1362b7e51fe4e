"""A row of tabs as wide as the window, or wider and scrolled sideways when the words are large."""

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.scrollview import MDScrollView

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")


class TabButton(ButtonBehavior, MDBoxLayout):
    text = StringProperty()
    is_selected = BooleanProperty(False)
    least_width = NumericProperty(0)


class TabBar(MDScrollView):
    names = ListProperty()
    selected = StringProperty()

    __events__ = ("on_choose",)

    def on_choose(self, name: str) -> None:
        """Fired with the name of the tab that was tapped."""

    def on_names(self, *_event: object) -> None:
        self.ids.tabs.clear_widgets()
        for name in self.names:
            button = TabButton(
                text=name, on_release=lambda tab: self.dispatch("on_choose", tab.text)
            )
            self.ids.tabs.add_widget(button)
        self._share_width()
        self.on_selected()

    def on_selected(self, *_event: object) -> None:
        for button in self.ids.tabs.children:
            button.is_selected = button.text == self.selected
        # After the layout: with large letters the row is wider than the window.
        Clock.schedule_once(self._show_selected, 0)

    def _show_selected(self, _elapsed: float) -> None:
        for button in self.ids.tabs.children:
            if button.is_selected and self.ids.tabs.width > self.width:
                self.scroll_to(button, animate=False)

    def on_width(self, *_event: object) -> None:
        self._share_width()

    def _share_width(self) -> None:
        for button in self.ids.tabs.children if "tabs" in self.ids else ():
            button.least_width = self.width / max(len(self.names), 1)
