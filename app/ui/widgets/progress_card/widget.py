"""A sentence, a bar and Cancel. Whoever draws it says how far the work is."""

from collections.abc import Callable

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget
from kivymd.uix.boxlayout import MDBoxLayout

from app.ui.long_work import Progress
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.push_button import PushButton

__all__ = ["ProgressCard", "PushButton"]


class WorkBar(Widget):
    share = NumericProperty(0)


class ProgressCard(MDBoxLayout):
    text = StringProperty()
    detail = StringProperty()
    share = NumericProperty(0)
    can_cancel = BooleanProperty(True)

    __events__ = ("on_cancel",)

    def on_cancel(self) -> None:
        """Fired when Cancel is tapped."""


load_kv(__file__, "widget.kv")


def work_card(
    words: str, progress: Progress, cancel: Callable[[], None], *, is_stopping: bool
) -> ProgressCard:
    """How far a piece of long work is, as it stands now."""
    card = ProgressCard(
        text="Stopping …" if is_stopping else f"{words} …",
        detail=f"{progress.done:,} of {progress.total:,}" if progress.total else "",
        share=progress.share,
        can_cancel=not is_stopping,
    )
    card.bind(on_cancel=lambda _: cancel())
    return card
