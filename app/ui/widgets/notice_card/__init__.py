"""A sentence that matters: something went wrong, something worked, something to decide."""

from app.ui.widgets.notice_card.widget import NoticeCard

__all__ = ["NoticeCard"]
