"""A main area with a panel: it slides over a narrow window and stands beside it in a wide one."""

from app.ui.widgets.side_panel.widget import SidePanel

__all__ = ["SidePanel"]
