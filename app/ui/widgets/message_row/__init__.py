"""One message of a conversation: the person's words in a bubble, answers as plain text."""

from app.ui.widgets.message_row.widget import AnswerRow, QuestionRow

__all__ = ["AnswerRow", "QuestionRow"]
