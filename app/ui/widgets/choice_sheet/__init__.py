"""A sheet of things to choose from; the one that is tapped closes it and happens."""

from app.ui.widgets.choice_sheet.widget import Choice, open_choices

__all__ = ["Choice", "open_choices"]
