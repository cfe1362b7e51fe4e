"""Text in letters of one width that wraps: what was sent, as it was sent."""

from app.ui.widgets.mono_text.widget import MonoText, mono_pieces

__all__ = ["MonoText", "mono_pieces"]
