"""Chosen: a tick and a tonal ground. Not chosen: an outline."""

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivymd.uix.boxlayout import MDBoxLayout
from kivymd.uix.stacklayout import MDStackLayout

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")


class ChoiceChip(ButtonBehavior, MDBoxLayout):
    """`icon` stands there chosen or not; without one there is a tick when it is chosen."""

    icon = StringProperty()
    text = StringProperty()
    is_chosen = BooleanProperty(False)


class ChipRow(MDStackLayout):
    """Goes on in the next line when there is no more room."""
