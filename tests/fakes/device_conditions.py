"""A device whose power and network a test decides."""

from app.contracts.device_conditions import Network, Power


class DecidedConditions:
    """Implements DeviceConditions."""

    def __init__(self, power: Power | None = None, network: Network = Network.UNMETERED) -> None:
        self.power_now = power or Power()
        self.network_now = network

    def power(self) -> Power:
        return self.power_now

    def network(self) -> Network:
        return self.network_now
