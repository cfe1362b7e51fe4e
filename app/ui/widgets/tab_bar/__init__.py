"""Tabs of our own: KivyMD's crash with a zero-size ripple when built from Python."""

from app.ui.widgets.tab_bar.widget import TabBar

__all__ = ["TabBar"]
