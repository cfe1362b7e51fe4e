"""A tappable line: an icon and some words, or a title with a quieter line below."""

from app.ui.widgets.action_row.widget import ActionRow, page_row

__all__ = ["ActionRow", "page_row"]
