"""Where a person writes: a growing field and a send button."""

from app.ui.widgets.composer.widget import Composer

__all__ = ["Composer"]
