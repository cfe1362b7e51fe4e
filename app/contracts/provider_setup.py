"""Setting up a provider: what can be picked, whether it works, and what already runs here.

No value here holds a key, and nothing but loopback is ever looked at unasked.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from app.contracts.model_provider import ModelInfo
from app.contracts.models_catalog import ProviderAccount, ProviderKind


@dataclass(frozen=True, slots=True)
class VendorPreset:
    name: str
    kind: ProviderKind
    base_address: str
    needs_key: bool


class FailureCause(StrEnum):
    AUTHENTICATION = "authentication"
    NETWORK = "network"
    TIMEOUT = "timeout"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ConnectionWorks:
    """`models` may be empty: the server answers, but offers none."""

    sentence: str
    models: tuple[ModelInfo, ...] = ()


@dataclass(frozen=True, slots=True)
class ConnectionFailed:
    cause: FailureCause
    sentence: str


ConnectionResult = ConnectionWorks | ConnectionFailed


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A model server that answered on this device's loopback."""

    name: str
    base_address: str
    models: tuple[ModelInfo, ...] = ()


class ProviderSetup(Protocol):
    def presets(self) -> tuple[VendorPreset, ...]: ...

    def masked(self, key: str) -> str:
        """Enough to tell two keys apart, never enough to use one; empty for no key."""
        ...

    async def check(self, account: ProviderAccount, key: str) -> ConnectionResult:
        """Asks the server for its models, with a deadline. Never raises for what a server does."""
        ...

    async def find_on_this_device(self) -> tuple[FoundServer, ...]:
        """Looks at loopback only and sends no key."""
        ...
