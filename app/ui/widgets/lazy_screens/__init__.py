from app.ui.widgets.lazy_screens.widget import BuildScreen, LazyScreens

__all__ = ["BuildScreen", "LazyScreens"]
