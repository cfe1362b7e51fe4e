"""What all settings pages share. On a wide window the column stays readable in the middle."""

from kivy.properties import StringProperty
from kivy.uix.widget import Widget
from kivymd.uix.label import MDLabel
from kivymd.uix.screen import MDScreen

from app.ui.theme.fonts import marked
from app.ui.widgets.load_kv import load_kv
from app.ui.widgets.top_bar import TopBar

__all__ = ["Page", "PageHeading", "PageText", "SheetText", "TopBar"]

load_kv(__file__, "widget.kv")


class PageHeading(MDLabel):
    """Above a group of lines. A person's own words in it are shown in any script."""

    def __init__(self, text: str = "", **kwargs: object) -> None:
        super().__init__(text=marked(text), **kwargs)


class PageText(MDLabel):
    """A quiet sentence that explains."""

    def __init__(self, text: str = "", **kwargs: object) -> None:
        super().__init__(text=marked(text), **kwargs)


class SheetText(MDLabel):
    """The same on a sheet, which has no edge of its own; shows a person's words in any script."""

    def __init__(self, text: str) -> None:
        super().__init__(text=marked(text))


class Page(MDScreen):
    title = StringProperty()

    __events__ = ("on_back",)

    def on_back(self) -> None:
        """Fired when the arrow is tapped."""

    def show(self, widgets: list[Widget], actions: list[Widget] | None = None) -> None:
        """Replaces what is in the column, and the buttons that stay in sight below it."""
        for box, shown in ((self.ids.column, widgets), (self.ids.actions, actions or [])):
            box.clear_widgets()
            for widget in shown:
                box.add_widget(widget)
