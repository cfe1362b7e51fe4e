"""A line at the bottom that says what was done, with Undo where it can be undone."""

from app.ui.widgets.notice_bar.widget import NoticeBar

__all__ = ["NoticeBar"]
