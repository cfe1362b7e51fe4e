"""The rows of a conversation, scrolled: stays at the end, builds long ones bit by bit."""

from app.ui.widgets.conversation.widget import Conversation, RowMaker

__all__ = ["Conversation", "RowMaker"]
