"""Used for examples in an empty chat and for lines of the drawer."""

from collections.abc import Callable

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivymd.uix.behaviors import RectangularRippleBehavior
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.widgets.load_kv import load_kv

load_kv(__file__, "widget.kv")


class ActionRow(RectangularRippleBehavior, ButtonBehavior, MDBoxLayout):
    """`inset` is what stands free beside it; on a page that has its own edge it is 0. `wraps`
    shows the whole of a long detail. A `is_quiet` icon has no accent; an `is_still` row only tells.
    """

    icon = StringProperty()
    text = StringProperty()
    detail = StringProperty()
    trailing_icon = StringProperty()
    is_emphasised = BooleanProperty(False)
    surface = ColorProperty([0, 0, 0, 0])
    inset = NumericProperty("16dp")
    wraps = BooleanProperty(False)
    is_quiet = BooleanProperty(False)
    is_still = BooleanProperty(False)

    def on_touch_down(self, touch: object) -> bool:
        return not self.is_still and super().on_touch_down(touch)


def page_row(icon: str, text: str, detail: str, act: Callable[[], None]) -> ActionRow:
    """On a page that has its own edge: leads on, and shows the whole of its detail."""
    row = ActionRow(
        icon=icon, text=text, detail=detail, inset=0, wraps=True, trailing_icon="chevron-right"
    )
    row.bind(on_release=lambda _: act())
    return row
