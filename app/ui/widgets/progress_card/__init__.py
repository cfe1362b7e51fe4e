"""How far a piece of long work is, with Cancel."""

from app.ui.widgets.progress_card.widget import ProgressCard, work_card

__all__ = ["ProgressCard", "work_card"]
