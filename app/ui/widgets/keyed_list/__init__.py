"""A list whose rows keep their widgets when others come, go or move."""

from app.ui.widgets.keyed_list.widget import Item, KeyedList

__all__ = ["Item", "KeyedList"]
