"""A page below the chat: a title, the way back, and a column that scrolls."""

from app.ui.widgets.page.widget import Page, PageHeading, PageText, SheetText

__all__ = ["Page", "PageHeading", "PageText", "SheetText"]
