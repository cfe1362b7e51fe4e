"""Says why an entry is worth a look."""

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.theme.fonts import marked
from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")

SIDE_PADDING = 8


class ReasonPill(MDBoxLayout):
    text = StringProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._fit = Clock.create_trigger(self._fit_ground)
        self.bind(width=self._fit, text=self._fit)
        self._fit()

    def _fit_ground(self, _elapsed: float) -> None:
        label, room = self.ids.label, self.width - 2 * dp(SIDE_PADDING)
        if room <= 0:
            return
        label.text = marked(self.text)
        label.text_size = (None, None)
        label.texture_update()
        label.text_size = (min(label.texture_size[0] + 1, room), None)
        label.texture_update()
        label.size = label.texture_size
