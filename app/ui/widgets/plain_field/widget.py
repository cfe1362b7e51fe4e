"""A plain TextInput in the app's colours: MDTextField is several times slower on long text."""

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty
from kivy.uix.textinput import TextInput
from kivymd.theming import ThemableBehavior

from app.ui.theme.fonts import BODY_FONT, CODE_FONT, font_for_field
from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")

FONT_SECONDS = 0.3


class PlainField(ThemableBehavior, TextInput):
    """`is_code`: letters of one width, where the text has no script that needs another font.
    `ground` is what it is drawn on, where that is not a surface of its own.
    """

    is_code = BooleanProperty(False)
    ground = ColorProperty(None, allownone=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        # Looking at every character is too slow for every key.
        choose_later = Clock.create_trigger(self._choose_font, FONT_SECONDS)
        self.bind(text=lambda *_: choose_later(), is_code=self._choose_font)
        self._choose_font()

    def _choose_font(self, *_event: object) -> None:
        face = font_for_field(self.text)
        self.font_name = CODE_FONT if self.is_code and face == BODY_FONT else face
