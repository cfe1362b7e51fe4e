"""Text with some words marked."""

from app.ui.widgets.marked_label.widget import MarkedLabel

__all__ = ["MarkedLabel"]
