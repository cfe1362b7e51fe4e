"""Where a message is written. The draft stays until it was really sent.

With a keyboard on a desk Enter sends and Shift+Enter starts a new line; on a phone Enter is a new
line, as people there expect, and the button sends.
"""

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.textinput import TextInput
from kivy.utils import platform
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")

ENTER_KEYS = (13, 271)
TALLEST_LINES = 6


class ComposerInput(TextInput):
    """A plain TextInput: MDTextField is several times slower on long text."""

    sends_on_enter = BooleanProperty(True)

    __events__ = ("on_enter",)

    def on_enter(self) -> None:
        """Fired when Enter is pressed without Shift."""

    def keyboard_on_key_down(
        self, window: object, keycode: tuple[int, str], text: str, modifiers: list[str]
    ) -> bool:
        if self.sends_on_enter and keycode[0] in ENTER_KEYS and "shift" not in modifiers:
            self.dispatch("on_enter")
            return True
        return super().keyboard_on_key_down(window, keycode, text, modifiers)


class Composer(MDBoxLayout):
    text = StringProperty()
    is_answering = BooleanProperty(False)
    sends_on_enter = BooleanProperty(platform not in ("android", "ios"))
    margin = NumericProperty(0)

    __events__ = ("on_send", "on_stop")

    def on_send(self, text: str) -> None:
        """Fired with the draft; whoever takes it clears `text`."""

    def on_stop(self) -> None:
        """Fired when the person wants no more of the answer that is coming."""

    def send(self) -> None:
        if self.text.strip():
            self.dispatch("on_send", self.text)

    def press(self) -> None:
        """The button stops an answer, unless there is something to send after it."""
        if self.is_answering and not self.text.strip():
            self.dispatch("on_stop")
        else:
            self.send()

    def focus(self) -> None:
        self.ids.input.focus = True
