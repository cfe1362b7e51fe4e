"""Time and identity are passed in, never taken: a test decides what day it is."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """The present moment, aware, in the device's local zone (its date is the person's date).

        May go backwards: people travel and clocks are corrected. Never order rows by it.
        """
        ...


class IdSource(Protocol):
    def new_id(self) -> str:
        """A fresh identifier: unique for ever, letters and digits only, safe in a file name."""
        ...
