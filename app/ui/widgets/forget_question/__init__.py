"""Asks before a fact is forgotten, with every line that would go."""

from app.ui.widgets.forget_question.widget import ForgetQuestion

__all__ = ["ForgetQuestion"]
