"""A chip that is chosen or not, 48 dp to touch."""

from app.ui.widgets.choice_chip.widget import ChoiceChip

__all__ = ["ChoiceChip"]
