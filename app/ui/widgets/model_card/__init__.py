"""Says calmly that no AI model is set up, and how to get one."""

from app.ui.widgets.model_card.widget import ModelCard

__all__ = ["ModelCard"]
