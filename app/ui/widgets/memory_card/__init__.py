"""One memory that helped: where from, its words, how much words and meaning weighed."""

from app.ui.widgets.memory_card.widget import MemoryCard

__all__ = ["MemoryCard"]
