"""Title bar and the 48 dp icon button every screen uses."""

from kivy.properties import StringProperty
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.button import MDIconButton

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")


class TouchIconButton(MDIconButton):
    """KivyMD's icon button is 40 dp; a finger wants 48."""


class TopBar(MDBoxLayout):
    title = StringProperty()
    subtitle = StringProperty()
    leading_icon = StringProperty("menu")

    __events__ = ("on_leading",)

    def on_leading(self) -> None:
        """Fired when the leading button is tapped."""
