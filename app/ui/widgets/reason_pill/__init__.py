"""A short reason on a coloured ground, as wide as its words."""

from app.ui.widgets.reason_pill.widget import ReasonPill

__all__ = ["ReasonPill"]
