"""An icon and a sentence on a tinted surface."""

from kivy.properties import BooleanProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")


class NoticeCard(MDBoxLayout):
    text = StringProperty()
    icon = StringProperty("alert-circle-outline")
    is_problem = BooleanProperty(True)
