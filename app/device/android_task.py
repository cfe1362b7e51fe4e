"""Leaves the screen to whatever was there before; the app stays as it is."""

# pyright: basic
# Pyjnius carries no types.

from jnius import autoclass

ACTIVITY_CLASS = "org.kivy.android.PythonActivity"


def to_background() -> None:
    autoclass(ACTIVITY_CLASS).mActivity.moveTaskToBack(True)
