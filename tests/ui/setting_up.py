"""Real stores, a real secret file and real connections to loopback for the settings pages."""

from dataclasses import dataclass

from app.chat.model_setup import ModelSetup
from app.device.file_secrets import FileSecrets
from app.providers.loopback_ports import LoopbackPorts
from app.providers.redaction import SecretRedactor
from app.storage.database import AgentRows, ModelRows, ProviderRows
from app.wiring.provider_setup import ReachableProviders
from tests.conftest import House
from tests.fakes.tasks import InlineTasks

NOBODY_LISTENS = 1
"""A port that is never served on a test machine."""


@dataclass(frozen=True)
class Models:
    setup: ModelSetup
    providers: ProviderRows
    catalog: ModelRows
    agents: AgentRows
    secrets: FileSecrets
    tasks: InlineTasks


def models_in(house: House, *, ollama_port: int = NOBODY_LISTENS) -> Models:
    providers, catalog = ProviderRows(house.database), ModelRows(house.database)
    secrets = FileSecrets(house.home / "secrets.json")
    ports = LoopbackPorts(ollama_port, NOBODY_LISTENS, NOBODY_LISTENS)
    servers = ReachableProviders(SecretRedactor(), ports)
    return Models(
        setup=ModelSetup(providers, catalog, secrets, servers, house.ids),
        providers=providers,
        catalog=catalog,
        agents=AgentRows(house.database),
        secrets=secrets,
        tasks=InlineTasks(),
    )
