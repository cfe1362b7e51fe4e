"""Joins the setting up of providers to the adapters that talk to servers."""

from app.contracts.model_provider import ModelInfo
from app.contracts.models_catalog import ProviderAccount, ProviderKind
from app.contracts.provider_setup import (
    ConnectionFailed,
    ConnectionResult,
    ConnectionWorks,
    FailureCause,
    FoundServer,
    VendorPreset,
)
from app.providers.api_key import ApiKey
from app.providers.connection_test import (
    DEFAULT_DEADLINE,
    AuthFailed,
    Failed,
    Ok,
    TimedOut,
    Unreachable,
    check_connection,
)
from app.providers.loopback_ports import LoopbackPorts
from app.providers.model_presets import VENDORS, with_presets
from app.providers.redaction import SecretRedactor
from app.wiring.configured_models import build_provider

REFUSED = "The server refused this key. Check that it is complete and belongs to this address."
NO_KEY = "The server wants a key. Put it into the field above."


class ReachableProviders:
    """Implements ProviderSetup."""

    def __init__(
        self,
        redactor: SecretRedactor,
        ports: LoopbackPorts,
        longest_test: float = DEFAULT_DEADLINE,
    ) -> None:
        self._redactor = redactor
        self._ports = ports
        self._longest_test = longest_test

    def presets(self) -> tuple[VendorPreset, ...]:
        return tuple(
            VendorPreset(
                vendor.name, ProviderKind(vendor.api.value), vendor.base_address, vendor.needs_key
            )
            for vendor in VENDORS
        )

    def masked(self, key: str) -> str:
        return ApiKey(key).masked

    async def check(self, account: ProviderAccount, key: str) -> ConnectionResult:
        self._redactor.register(key)
        provider = build_provider(account, ApiKey(key))
        outcome = await check_connection(provider, deadline=self._longest_test)
        match outcome:
            case Ok(models):
                return ConnectionWorks(outcome.sentence, _known_first(with_presets(models)))
            case AuthFailed():
                return ConnectionFailed(FailureCause.AUTHENTICATION, REFUSED if key else NO_KEY)
            case Unreachable(sentence):
                return ConnectionFailed(FailureCause.NETWORK, sentence)
            case TimedOut(sentence):
                return ConnectionFailed(FailureCause.TIMEOUT, sentence)
            case Failed(sentence):
                return ConnectionFailed(FailureCause.UNKNOWN, sentence)

    async def find_on_this_device(self) -> tuple[FoundServer, ...]:
        from app.providers.loopback_servers import find_loopback_servers  # noqa: PLC0415  (HTTP)

        found = await find_loopback_servers(self._ports)
        return tuple(
            FoundServer(server.kind.value, server.base_address, with_presets(server.models))
            for server in found
        )


def _known_first(models: tuple[ModelInfo, ...]) -> tuple[ModelInfo, ...]:
    """A vendor also lists models that draw or listen; those we know to answer come first."""
    known = [model.id for vendor in VENDORS for model in vendor.models]
    places = {identity: place for place, identity in enumerate(known)}
    return tuple(sorted(models, key=lambda model: places.get(model.id, len(known))))
