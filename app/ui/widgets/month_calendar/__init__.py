"""A month whose days can be tapped."""

from app.ui.widgets.month_calendar.widget import MonthCalendar

__all__ = ["MonthCalendar"]
