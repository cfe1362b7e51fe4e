"""A button with words: filled, tonal, outlined or plain."""

from app.ui.widgets.pill_button.widget import PillButton

__all__ = ["PillButton"]
