"""Used for errors that were kept with a conversation, for notes, and for "Load older"."""

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.theme.fonts import marked
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.push_button import PushButton

__all__ = ["NoteRow", "PushButton", "marked"]

load_kv(__file__, "widget.kv")


class NoteRow(MDBoxLayout):
    text = StringProperty()
    action_words = StringProperty()
    is_error = BooleanProperty(False)
    margin = NumericProperty(0)

    __events__ = ("on_action",)

    def on_action(self) -> None:
        """Fired when the action's words are tapped."""
