"""What the device can spare at this moment: power, and a way to the network."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Network(StrEnum):
    NONE = "none"
    METERED = "metered"
    UNMETERED = "unmetered"


@dataclass(frozen=True, slots=True)
class Power:
    """`is_low`: about to run out. `is_saved`: the person, or the system, asked to save it."""

    on_battery: bool = False
    is_low: bool = False
    is_saved: bool = False

    @property
    def is_scarce(self) -> bool:
        return self.is_low or self.is_saved


class DeviceConditions(Protocol):
    """Asked when it matters, from any thread; never raises. What cannot be learned counts as
    plenty: work that waits for something nobody can tell would wait for ever.
    """

    def power(self) -> Power: ...

    def network(self) -> Network: ...
