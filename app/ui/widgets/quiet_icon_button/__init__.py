"""An icon that can be tapped, light enough to stand under every answer of a long conversation."""

from app.ui.widgets.quiet_icon_button.widget import QuietIconButton

__all__ = ["QuietIconButton"]
