"""A plain field for text, as high as its words."""

from app.ui.widgets.plain_field.widget import PlainField

__all__ = ["PlainField"]
