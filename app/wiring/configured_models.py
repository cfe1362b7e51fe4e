"""Which model answers: the stores say which, the secret store has the key, a provider is built."""

import logging

from app.contracts.active_model import ActiveModel
from app.contracts.agents import AgentStore
from app.contracts.errors import SecretsUnavailable
from app.contracts.model_provider import ModelProvider
from app.contracts.models_catalog import (
    ON_DEVICE_MODEL,
    CatalogModel,
    ModelCatalog,
    ProviderAccount,
    ProviderKind,
    ProviderStore,
)
from app.contracts.secrets import SecretStore
from app.providers.api_key import ApiKey
from app.providers.base_address import is_near
from app.providers.redaction import SecretRedactor

logger = logging.getLogger(__name__)


class ConfiguredModels:
    """Implements AgentModels."""

    def __init__(
        self,
        agents: AgentStore,
        providers: ProviderStore,
        catalog: ModelCatalog,
        secrets: SecretStore,
        redactor: SecretRedactor,
        on_device: ModelProvider,
    ) -> None:
        self._agents = agents
        self._providers = providers
        self._catalog = catalog
        self._secrets = secrets
        self._redactor = redactor
        self._on_device = on_device
        self._built: dict[tuple[ProviderAccount, str], ModelProvider] = {}

    def for_agent(self, agent_id: str) -> ActiveModel:
        agent = self._agents.get(agent_id)
        own = self._catalog.get(agent.model) if agent and agent.model else None
        chosen = own or self._catalog.default()
        account = self._providers.get(chosen.choice.provider_id)
        if account is None or account.kind is ProviderKind.ON_DEVICE:
            return self.on_device()
        return ActiveModel(
            self.provider_of(account),
            chosen.choice.model_id,
            chosen.name,
            chosen.context_window,
            needs_network=not is_near(account.base_url),
        )

    def provider_of(self, account: ProviderAccount) -> ModelProvider:
        """Kept while account and key stay the same: a provider learns its server's dialect."""
        key = self._key(account)
        known = self._built.get((account, key))
        if known is None:
            known = self._built[account, key] = build_provider(account, ApiKey(key))
        return known

    def on_device(self) -> ActiveModel:
        model: CatalogModel | None = self._catalog.get(ON_DEVICE_MODEL)
        name = model.name if model else "On-device memory"
        return ActiveModel(
            self._on_device,
            ON_DEVICE_MODEL.model_id,
            name,
            is_language_model=False,
            needs_network=False,
        )

    def _key(self, account: ProviderAccount) -> str:
        if not account.key_reference:
            return ""
        try:
            key = self._secrets.get(account.key_reference) or ""
        except SecretsUnavailable as error:
            logger.warning("%s", error)
            return ""
        self._redactor.register(key)
        return key


# What speaks HTTP takes 10 MB and a tenth of a second: it comes with the first model that is not
# on this device.
def build_provider(account: ProviderAccount, key: ApiKey) -> ModelProvider:
    from app.providers.anthropic import ANTHROPIC_BASE_ADDRESS, AnthropicProvider  # noqa: PLC0415
    from app.providers.gemini import GEMINI_BASE_ADDRESS, GeminiProvider  # noqa: PLC0415
    from app.providers.openai import OPENAI_BASE_ADDRESS, OpenAIProvider  # noqa: PLC0415

    match account.kind:
        case ProviderKind.ANTHROPIC:
            return AnthropicProvider(key, account.base_url or ANTHROPIC_BASE_ADDRESS)
        case ProviderKind.GEMINI:
            return GeminiProvider(key, account.base_url or GEMINI_BASE_ADDRESS)
        case ProviderKind.OPENAI:
            address = account.base_url or OPENAI_BASE_ADDRESS
            return OpenAIProvider(key, address, name=account.name)
        case ProviderKind.ON_DEVICE:
            raise ValueError("the on-device provider is not built from an account")
