"""Adding, changing, refreshing and removing the providers that answer, with their keys.

A key goes to the secret store and nowhere else, and never to another server than it was given for.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.contracts.clock import IdSource
from app.contracts.model_provider import ModelInfo
from app.contracts.models_catalog import (
    CatalogModel,
    ModelCatalog,
    ModelChoice,
    ProviderAccount,
    ProviderKind,
    ProviderRefused,
    ProviderSaved,
    ProviderSaveOutcome,
    ProviderStore,
)
from app.contracts.provider_setup import (
    ConnectionFailed,
    ConnectionResult,
    ConnectionWorks,
    FailureCause,
    FoundServer,
    ProviderSetup,
    VendorPreset,
)
from app.contracts.secrets import SecretStore

GONE = ConnectionFailed(FailureCause.UNKNOWN, "This provider is no longer there.")


@dataclass(frozen=True, slots=True)
class OfferedModels:
    """One provider with what it offers."""

    account: ProviderAccount
    models: tuple[CatalogModel, ...]


class ModelSetup:
    def __init__(
        self,
        providers: ProviderStore,
        catalog: ModelCatalog,
        secrets: SecretStore,
        servers: ProviderSetup,
        ids: IdSource,
    ) -> None:
        self._providers = providers
        self._catalog = catalog
        self._secrets = secrets
        self._servers = servers
        self._ids = ids

    def offered(self) -> tuple[OfferedModels, ...]:
        return tuple(
            OfferedModels(account, self._catalog.of_provider(account.id))
            for account in self._providers.all()
        )

    def presets(self) -> tuple[VendorPreset, ...]:
        return self._servers.presets()

    def account(self, provider_id: str) -> ProviderAccount | None:
        return self._providers.get(provider_id)

    def masked_key(self, account: ProviderAccount) -> str:
        return self._servers.masked(self._stored_key(account))

    def default(self) -> CatalogModel:
        return self._catalog.default()

    def set_default(self, choice: ModelChoice) -> bool:
        return self._catalog.set_default(choice)

    async def check(self, account: ProviderAccount, typed_key: str) -> ConnectionResult:
        """With the key that was typed, else with the stored one if the server is still the same."""
        key = typed_key or await asyncio.to_thread(self._key_for, account)
        return await self._servers.check(account, key)

    def save(
        self,
        account: ProviderAccount,
        typed_key: str,
        models: Sequence[ModelInfo],
        default_id: str,
    ) -> ProviderSaveOutcome:
        """An empty id is a new provider. The default changes only when `default_id` says so."""
        known = self._providers.get(account.id) if account.id else None
        account = replace(account, id=account.id or self._ids.new_id())
        outcome = self._save_with_key(account, typed_key, known)
        if isinstance(outcome, ProviderSaved):
            self._catalog.refresh(account.id, models)
            self._choose(ModelChoice(account.id, default_id))
        return outcome

    async def refresh(self, provider_id: str) -> ConnectionResult:
        account = await asyncio.to_thread(self._providers.get, provider_id)
        if account is None:
            return GONE
        key = await asyncio.to_thread(self._stored_key, account)
        result = await self._servers.check(account, key)
        if isinstance(result, ConnectionWorks):
            await asyncio.to_thread(self._catalog.refresh, provider_id, result.models)
        return result

    async def find_on_this_device(self) -> tuple[FoundServer, ...]:
        return await self._servers.find_on_this_device()

    def delete(self, provider_id: str) -> bool:
        """The key first: if it cannot be removed, the provider stays for another attempt."""
        account = self._providers.get(provider_id)
        if account is None or account.is_built_in:
            return False
        if account.key_reference:
            self._secrets.delete(account.key_reference)
        return self._providers.delete(provider_id)

    def use_found(self, server: FoundServer) -> ProviderSaveOutcome:
        """In one tap: the server as a provider, its first model as the default."""
        if not server.models:
            return ProviderRefused(f"{server.name} has no model yet. Install one there first.")
        same = [kept for kept in self._providers.all() if kept.base_url == server.base_address]
        new = ProviderAccount("", ProviderKind.OPENAI, server.name, server.base_address)
        return self.save(same[0] if same else new, "", server.models, server.models[0].id)

    def _save_with_key(
        self, account: ProviderAccount, typed_key: str, known: ProviderAccount | None
    ) -> ProviderSaveOutcome:
        """A new key gets a new name, so that old and new never meet the wrong address."""
        old = known.key_reference if known else ""
        kept = old if known and _is_same_server(known, account) else ""
        reference = self._ids.new_id() if typed_key else kept
        if typed_key:
            self._secrets.put(reference, typed_key)
        outcome = self._providers.save(replace(account, key_reference=reference))
        obsolete = old if isinstance(outcome, ProviderSaved) else reference
        if obsolete and (obsolete != reference or typed_key):
            self._secrets.delete(obsolete)
        return outcome

    def _choose(self, choice: ModelChoice) -> None:
        if not choice.model_id:
            return
        if self._catalog.get(choice) is None:
            self._catalog.add(choice, choice.model_id, None)
        self._catalog.set_default(choice)

    def _key_for(self, account: ProviderAccount) -> str:
        known = self._providers.get(account.id) if account.id else None
        return self._stored_key(known) if known and _is_same_server(known, account) else ""

    def _stored_key(self, account: ProviderAccount) -> str:
        return (self._secrets.get(account.key_reference) or "") if account.key_reference else ""


def _is_same_server(one: ProviderAccount, other: ProviderAccount) -> bool:
    return (one.kind, one.base_url) == (other.kind, other.base_url)
