"""Where keys are kept: never in the database, an export, the history or a log."""

from typing import Protocol


class SecretStore(Protocol):
    """Names are references such as a provider's id; values never leave through anything else."""

    def get(self, name: str) -> str | None: ...

    def put(self, name: str, secret: str) -> None: ...

    def delete(self, name: str) -> None: ...
