"""Title bar and the 48 dp icon button every screen uses."""

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.button import MDIconButton

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")


class TouchIconButton(MDIconButton):
    """KivyMD's icon button is 40 dp; a finger wants 48."""


class Titles(ButtonBehavior, MDBoxLayout):
    """Title and second line; together they can be tapped."""


class TopBar(MDBoxLayout):
    """`margin` is what a wide window leaves beside the column below."""

    title = StringProperty()
    subtitle = StringProperty()
    leading_icon = StringProperty("menu")
    margin = NumericProperty(0)

    __events__ = ("on_leading", "on_titles")

    def on_leading(self) -> None:
        """Fired when the leading button is tapped."""

    def on_titles(self) -> None:
        """Fired when the title is tapped; most screens have nothing for it."""
