"""Drawn 40 dp high as Material wants it, touched 48 dp high as a finger does."""

from kivy.properties import OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")


class PillButton(ButtonBehavior, MDBoxLayout):
    text = StringProperty()
    look = OptionProperty("filled", options=["filled", "tonal", "outlined", "plain", "danger"])
