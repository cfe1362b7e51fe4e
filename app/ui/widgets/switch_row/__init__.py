"""A line with a switch; the whole line can be tapped."""

from app.ui.widgets.switch_row.widget import SwitchRow

__all__ = ["SwitchRow"]
