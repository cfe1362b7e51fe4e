"""A button with words: filled, tonal, outlined or plain, 48 dp to touch."""

from app.ui.widgets.push_button.widget import PushButton

__all__ = ["PushButton"]
