"""How far a piece of long work is, with Cancel."""

from app.ui.widgets.progress_card.widget import ProgressCard

__all__ = ["ProgressCard"]
