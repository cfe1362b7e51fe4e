"""Rows one below the other, hundreds of them, of which only those in sight are drawn."""

from app.ui.widgets.row_stack.widget import Place, RowStack

__all__ = ["Place", "RowStack"]
