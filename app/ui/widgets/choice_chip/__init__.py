"""One of a few choices in a row."""

from app.ui.widgets.choice_chip.widget import ChipRow, ChoiceChip

__all__ = ["ChipRow", "ChoiceChip"]
