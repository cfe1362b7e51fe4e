"""A field with a border and its name on it; a secret one hides what is typed."""

from app.ui.widgets.outlined_field.widget import OutlinedField

__all__ = ["OutlinedField"]
