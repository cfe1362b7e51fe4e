"""A quiet line in a conversation: what happened, with an action where one helps."""

from app.ui.widgets.note_row.widget import NoteRow

__all__ = ["NoteRow"]
