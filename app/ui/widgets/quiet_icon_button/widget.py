"""48 dp to touch, a small icon to see. KivyMD's icon button takes six times as long to build."""

from kivy.properties import StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivymd.icon_definitions import md_icons
from kivymd.theming import ThemableBehavior

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")


class QuietIconButton(ButtonBehavior, ThemableBehavior, Label):
    icon = StringProperty("blank")

    def on_icon(self, _button: object, icon: str) -> None:
        self.text = md_icons[icon]
