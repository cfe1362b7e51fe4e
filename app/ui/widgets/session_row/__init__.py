"""One conversation in a list: opened by a tap, asked about by a long press or a right click."""

from app.ui.widgets.session_row.widget import SessionRowView

__all__ = ["SessionRowView"]
