"""Power and network of a desktop: asks the kernel's own files on Linux, elsewhere knows of none.

Reads a few small files and, only for "is it metered", one system tool. Never raises, never waits
long, and contacts nobody.
"""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from app.contracts.device_conditions import Network, Power

LOW_PERCENT = 15
SECONDS = 2.0
_POWER_SUPPLIES = Path("/sys/class/power_supply")
_PLATFORM_PROFILE = Path("/sys/firmware/acpi/platform_profile")
_SAVING_PROFILES = ("low-power", "quiet")
_ROUTES = Path("/proc/net")
_IS_UP, _IS_REFUSED = 0x0001, 0x0200
_METERED = ("1", "3")  # yes, and a guessed yes, as NetworkManager numbers them
_IS_METERED = (
    "busctl",
    "get-property",
    "org.freedesktop.NetworkManager",
    "/org/freedesktop/NetworkManager",
    "org.freedesktop.NetworkManager",
    "Metered",
)


def network_manager_says_metered() -> bool:
    try:
        answer = subprocess.run(
            _IS_METERED, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.stdout.split()[-1:] in [[number] for number in _METERED]


class DesktopConditions:
    """Implements DeviceConditions."""

    def __init__(
        self,
        power_supplies: Path = _POWER_SUPPLIES,
        platform_profile: Path = _PLATFORM_PROFILE,
        routes: Path = _ROUTES,
        is_metered: Callable[[], bool] = network_manager_says_metered,
    ) -> None:
        self._power_supplies = power_supplies
        self._platform_profile = platform_profile
        self._routes = routes
        self._is_metered = is_metered

    def power(self) -> Power:
        batteries = list(self._batteries())
        if not batteries or not any(_read(each / "status") == "Discharging" for each in batteries):
            return Power()
        return Power(
            on_battery=True,
            is_low=all(map(_is_low, batteries)),
            # Chosen for a quiet evening at the socket it is not about the battery.
            is_saved=_read(self._platform_profile) in _SAVING_PROFILES,
        )

    def network(self) -> Network:
        if not self._has_way_out():
            return Network.NONE
        return Network.METERED if self._is_metered() else Network.UNMETERED

    def _batteries(self) -> Iterator[Path]:
        """Those the machine runs on; a mouse has one too."""
        try:
            supplies = sorted(self._power_supplies.iterdir())
        except OSError:
            return
        for supply in supplies:
            if _read(supply / "type") == "Battery" and _read(supply / "scope") != "Device":
                yield supply

    def _has_way_out(self) -> bool:
        """A default route. Where the kernel does not tell, there is taken to be one."""
        tables = (self._routes / "route", self._routes / "ipv6_route")
        if not any(table.is_file() for table in tables):
            return True
        old, new = (_read(table).splitlines() for table in tables)
        return any(map(_is_default, old)) or any(map(_is_default_of_ipv6, new))


def _is_low(battery: Path) -> bool:
    level, percent = _read(battery / "capacity_level"), _read(battery / "capacity")
    is_nearly_empty = percent.isdecimal() and int(percent) <= LOW_PERCENT
    return is_nearly_empty or level in ("Low", "Critical")


def _is_default(line: str) -> bool:
    match line.split():
        case [name, "00000000", _, flags, _, _, _, mask, *_] if mask in ("00000000", "00000080"):
            return _leads_out(name, flags)  # a private network's two halves count as the whole
        case _:
            return False


def _is_default_of_ipv6(line: str) -> bool:
    match line.split():
        case [target, "00", _, _, _, _, _, _, flags, name] if not int(target, 16):
            return _leads_out(name, flags)
        case _:
            return False


def _leads_out(name: str, flags: str) -> bool:
    value = int(flags, 16)
    return name != "lo" and bool(value & _IS_UP) and not value & _IS_REFUSED


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
