"""One contract for the desktop's twin, on a kernel's files as they are written, and the fake."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.contracts.device_conditions import DeviceConditions, Network, Power
from app.device.desktop_conditions import DesktopConditions
from tests.fakes.device_conditions import DecidedConditions

HEADER = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
DEFAULT = "wlan0\t00000000\t0100A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0\n"
AT_HOME = "wlan0\t0000A8C0\t00000000\t0001\t0\t0\t600\t00FFFFFF\t0\t0\t0\n"
HALF = "tun0\t00000000\t0100080A\t0003\t0\t0\t0\t00000080\t0\t0\t0\n"
ANYWHERE = f"{0:032x} 00 {0:032x} 00"
REFUSED_V6 = f"{ANYWHERE} {0:032x} ffffffff 00000001 00000000 00200200       lo\n"
DEFAULT_V6 = f"{ANYWHERE} fe80{1:028x} 00000400 00000002 00000000 00000003    wlan0\n"
LINK_V6 = f"fe80{0:028x} 40 {0:032x} 00 {0:032x} 00000100 00000002 00000000 00000001    wlan0\n"

FULL = Power()
HALF_EMPTY = Power(on_battery=True)
NEARLY_EMPTY = Power(on_battery=True, is_low=True)
SAVED = Power(on_battery=True, is_saved=True)


class Desktop:
    """The kernel's files of a machine that does not exist."""

    def __init__(self, place: Path) -> None:
        self.place = place
        (place / "supplies").mkdir()
        (place / "net").mkdir()
        self.routes(HEADER + DEFAULT)

    def battery(self, name: str = "BAT0", **facts: str) -> None:
        supply = self.place / "supplies" / name
        supply.mkdir(exist_ok=True)
        for fact, value in {"type": "Battery", **facts}.items():
            (supply / fact).write_text(f"{value}\n")

    def profile(self, name: str) -> None:
        (self.place / "profile").write_text(f"{name}\n")

    def routes(self, old: str = HEADER, new: str = REFUSED_V6) -> None:
        (self.place / "net/route").write_text(old)
        (self.place / "net/ipv6_route").write_text(new)

    def conditions(self, *, is_metered: bool = False) -> DesktopConditions:
        return DesktopConditions(
            self.place / "supplies", self.place / "profile", self.place / "net", lambda: is_metered
        )


@pytest.fixture
def desktop(tmp_path: Path) -> Desktop:
    return Desktop(tmp_path)


Made = Callable[[Desktop, Power, Network], DeviceConditions]


def real(desktop: Desktop, power: Power, network: Network) -> DeviceConditions:
    desktop.battery(
        status="Discharging" if power.on_battery else "Charging",
        capacity="9" if power.is_low else "60",
    )
    desktop.profile("low-power" if power.is_saved else "balanced")
    desktop.routes(HEADER + (AT_HOME if network is Network.NONE else AT_HOME + DEFAULT))
    return desktop.conditions(is_metered=network is Network.METERED)


def fake(_desktop: Desktop, power: Power, network: Network) -> DeviceConditions:
    return DecidedConditions(power, network)


@pytest.mark.parametrize("made", [real, fake])
@pytest.mark.parametrize("network", list(Network))
@pytest.mark.parametrize("power", [FULL, HALF_EMPTY, NEARLY_EMPTY, SAVED])
def test_what_the_device_is_in_is_what_it_says(
    desktop: Desktop, made: Made, power: Power, network: Network
):
    conditions = made(desktop, power, network)
    assert conditions.power() == power
    assert conditions.power().is_scarce == (power in (NEARLY_EMPTY, SAVED))
    assert conditions.network() is network


def test_a_machine_without_a_battery_has_plenty(desktop: Desktop):
    desktop.battery("AC", type="Mains", online="0")
    desktop.profile("low-power")
    assert desktop.conditions().power() == FULL


def test_the_battery_of_a_mouse_is_not_the_machines(desktop: Desktop):
    desktop.battery("hid-mouse", scope="Device", status="Discharging", capacity="3")
    assert desktop.conditions().power() == FULL


def test_one_full_battery_of_two_is_enough(desktop: Desktop):
    desktop.battery("BAT0", status="Discharging", capacity="5")
    desktop.battery("BAT1", status="Not charging", capacity="80")
    assert desktop.conditions().power() == HALF_EMPTY


def test_a_battery_that_only_tells_its_level_is_understood(desktop: Desktop):
    desktop.battery(status="Discharging", capacity_level="Critical")
    assert desktop.conditions().power() == NEARLY_EMPTY


@pytest.mark.parametrize(
    ("old", "new", "network"),
    [
        (HEADER, REFUSED_V6, Network.NONE),
        (HEADER + AT_HOME, LINK_V6 + REFUSED_V6, Network.NONE),
        (HEADER + DEFAULT.replace("0003", "0203"), REFUSED_V6, Network.NONE),
        (HEADER + HALF, REFUSED_V6, Network.UNMETERED),
        (HEADER + AT_HOME, LINK_V6 + DEFAULT_V6 + REFUSED_V6, Network.UNMETERED),
        ("", "", Network.NONE),
    ],
)
def test_a_network_is_a_way_out_of_the_house(
    desktop: Desktop, old: str, new: str, network: Network
):
    desktop.routes(old, new)
    assert desktop.conditions().network() is network


def test_a_system_that_tells_nothing_keeps_nothing_waiting(tmp_path: Path):
    nowhere = tmp_path / "nowhere"
    conditions = DesktopConditions(nowhere, nowhere, nowhere, lambda: False)
    assert conditions.power() == FULL
    assert conditions.network() is Network.UNMETERED


@pytest.mark.parametrize(
    ("says", "network"),
    [("u 1", Network.METERED), ("u 3", Network.METERED), ("u 4", Network.UNMETERED)],
)
def test_the_network_manager_is_asked_whether_it_is_metered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, network: Network
):
    tool = tmp_path / "busctl"
    tool.write_text(f"#!/bin/sh\necho '{says}'\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert DesktopConditions(routes=tmp_path / "nowhere").network() is network


def test_without_a_network_manager_nothing_is_metered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert DesktopConditions(routes=tmp_path / "nowhere").network() is Network.UNMETERED


def test_this_machine_can_be_asked():
    conditions = DesktopConditions()
    assert isinstance(conditions.power(), Power)
    assert isinstance(conditions.network(), Network)
