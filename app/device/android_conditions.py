"""Power and network as Android tells them. Works in the app and in the service.

Asked on demand, so that nothing has to be registered with the system and taken back again.
"""

from jnius import JavaException, autoclass

from app.contracts.device_conditions import Network, Power

LOW_PERCENT = 15
UNKNOWN_PERCENT = 0

_Context = autoclass("android.content.Context")
_BatteryManager = autoclass("android.os.BatteryManager")
_NetworkCapabilities = autoclass("android.net.NetworkCapabilities")


class AndroidConditions:
    """Implements DeviceConditions."""

    def __init__(self, context: object) -> None:
        self._power = context.getSystemService(_Context.POWER_SERVICE)
        self._battery = context.getSystemService(_Context.BATTERY_SERVICE)
        self._networks = context.getSystemService(_Context.CONNECTIVITY_SERVICE)

    def power(self) -> Power:
        try:
            percent = self._battery.getIntProperty(_BatteryManager.BATTERY_PROPERTY_CAPACITY)
            on_battery = not self._battery.isCharging()
            is_saved = self._power.isPowerSaveMode()
        except JavaException:
            return Power()
        is_low = on_battery and UNKNOWN_PERCENT < percent <= LOW_PERCENT
        return Power(on_battery=on_battery, is_low=is_low, is_saved=is_saved)

    def network(self) -> Network:
        try:
            active = self._networks.getActiveNetwork()
            can = None if active is None else self._networks.getNetworkCapabilities(active)
            if can is None or not can.hasCapability(_NetworkCapabilities.NET_CAPABILITY_INTERNET):
                return Network.NONE
            is_free = can.hasCapability(_NetworkCapabilities.NET_CAPABILITY_NOT_METERED)
        except JavaException:
            return Network.UNMETERED
        return Network.UNMETERED if is_free else Network.METERED
