"""A value with less and more."""

from app.ui.widgets.stepper_row.widget import StepperRow

__all__ = ["StepperRow"]
