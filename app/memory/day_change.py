"""Notices that the person's date is another one than when the app was last active (S3.4).

Looked at on every return to the foreground and by a timer over midnight. A journey or a corrected
clock may move the date in either direction; the first look of all only remembers it.
"""

from datetime import datetime, time, timedelta

from app.contracts.clock import Clock
from app.contracts.settings import SettingsStore
from app.memory.triggers import MemoryTriggers

LAST_ACTIVE_DATE = "app.last_active_date"
LONGEST_WAIT = timedelta(minutes=15)
"""The clock may be moved while a timer runs; none runs longer than this."""


class DayChange:
    def __init__(self, settings: SettingsStore, triggers: MemoryTriggers, clock: Clock) -> None:
        self._settings = settings
        self._triggers = triggers
        self._clock = clock

    def look(self) -> bool:
        """True when the day had changed. Reads and writes the disk."""
        today = self._clock.now().date().isoformat()
        known = self._settings.get(LAST_ACTIVE_DATE)
        if known == today:
            return False
        if known is not None:
            self._triggers.day_changed()
        # Written last: killed before this, the next look sees the same change again.
        self._settings.put(LAST_ACTIVE_DATE, today)
        return known is not None


def seconds_until_next_look(now: datetime) -> float:
    midnight = datetime.combine(now.date() + timedelta(days=1), time(0, 0, 1), now.tzinfo)
    return min(midnight - now, LONGEST_WAIT).total_seconds()
