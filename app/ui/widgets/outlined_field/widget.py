"""A plain TextInput inside: MDTextField is several times slower on long text.

A secret field shows dots until the eye is tapped, and hides again with every new page.
"""

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.theme.fonts import font_for_field
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.top_bar import TouchIconButton

__all__ = ["OutlinedField", "TouchIconButton"]

load_kv(__file__, "widget.kv")


class OutlinedField(MDBoxLayout):
    label = StringProperty()
    text = StringProperty()
    hint = StringProperty()
    is_secret = BooleanProperty(False)
    is_hidden = BooleanProperty(True)
    is_multiline = BooleanProperty(False)
    is_read_only = BooleanProperty(False)
    lines = NumericProperty(1)

    def on_text(self, _field: object, text: str) -> None:
        self.ids.input.font_name = font_for_field(text)

    def put(self, text: str) -> None:
        """From outside; the cursor stays where it is when the words are the same."""
        if text != self.text:
            self.text = text
