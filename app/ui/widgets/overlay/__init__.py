"""Sheets and questions that lie over a screen until they are answered."""

from app.ui.widgets.overlay.widget import (
    BottomSheet,
    ConfirmDialog,
    OverlayHost,
    close_top_overlay,
)

__all__ = ["BottomSheet", "ConfirmDialog", "OverlayHost", "close_top_overlay"]
