"""A list that fills itself a few rows at a time."""

from app.ui.widgets.growing_list.widget import GrowingList

__all__ = ["GrowingList"]
