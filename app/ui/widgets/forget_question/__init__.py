"""Asks before a fact is forgotten, with every line that would go."""

from app.ui.widgets.forget_question.widget import ForgetQuestion, ask_to_forget

__all__ = ["ForgetQuestion", "ask_to_forget"]
