"""Which providers the person set up, which models they offer, and which one is the default.

No secret is in any of these values: `key_reference` is the name the secret store knows it by.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from app.contracts.model_provider import ModelInfo


class ProviderKind(StrEnum):
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"
    ON_DEVICE = "on_device"


@dataclass(frozen=True, slots=True)
class ProviderAccount:
    """One provider as the person set it up; an empty `base_url` is the API's own address."""

    id: str
    kind: ProviderKind
    name: str
    base_url: str = ""
    key_reference: str = ""
    is_built_in: bool = False


@dataclass(frozen=True, slots=True)
class ModelChoice:
    provider_id: str
    model_id: str


ON_DEVICE_MODEL = ModelChoice(provider_id="on_device", model_id="on_device")
"""Always there, needs no key and no network, and is the default until another one is chosen."""


@dataclass(frozen=True, slots=True)
class CatalogModel:
    """`is_listed`: the provider named it the last time it was asked, or the person added it.
    A model that is no longer listed stays known for whoever still uses it.
    """

    choice: ModelChoice
    name: str
    context_window: int | None = None
    is_listed: bool = True
    is_default: bool = False


@dataclass(frozen=True, slots=True)
class ProviderSaved:
    account: ProviderAccount


@dataclass(frozen=True, slots=True)
class ProviderRefused:
    reason: str


ProviderSaveOutcome = ProviderSaved | ProviderRefused


@dataclass(frozen=True, slots=True)
class CatalogChange:
    """What a refresh brought: ids of models that came, and of models no longer listed."""

    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


class ProviderStore(Protocol):
    def all(self) -> tuple[ProviderAccount, ...]:
        """The built-in one first, then as they were added."""
        ...

    def get(self, provider_id: str) -> ProviderAccount | None: ...

    def save(self, account: ProviderAccount) -> ProviderSaveOutcome:
        """New or changed. The built-in one stays as it is."""
        ...

    def delete(self, provider_id: str) -> bool:
        """With its models: a default among them goes back to the on-device model, and agents that
        named one use the default. False: the built-in one, or none of this id.
        """
        ...


class ModelCatalog(Protocol):
    def of_provider(self, provider_id: str) -> tuple[CatalogModel, ...]:
        """Listed ones first, each in the order the provider gave."""
        ...

    def get(self, choice: ModelChoice) -> CatalogModel | None: ...

    def default(self) -> CatalogModel:
        """There is always exactly one."""
        ...

    def set_default(self, choice: ModelChoice) -> bool:
        """False, and nothing changes, when the model is not known."""
        ...

    def add(self, choice: ModelChoice, name: str, context_window: int | None) -> None:
        """A model the person typed in, or new facts on a known one; no refresh removes it."""
        ...

    def refresh(self, provider_id: str, offered: Sequence[ModelInfo]) -> CatalogChange:
        """Takes over the provider's list without losing the default, a known context window or
        a model that is in use (PITFALLS 36). An empty list changes nothing.
        """
        ...
