"""The bar over a screen: one button, a title with a quiet second line, room for more buttons."""

from app.ui.widgets.top_bar.widget import TopBar, TouchIconButton

__all__ = ["TopBar", "TouchIconButton"]
