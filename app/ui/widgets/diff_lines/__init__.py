"""The lines of a diff: signs, colours and marked words."""

from app.ui.widgets.diff_lines.widget import DiffLines

__all__ = ["DiffLines"]
