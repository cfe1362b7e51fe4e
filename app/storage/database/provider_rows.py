"""The providers the person set up. Keys are never here, only the name they are kept under."""

from urllib.parse import urlsplit

from app.contracts.models_catalog import (
    ON_DEVICE_MODEL,
    ProviderAccount,
    ProviderKind,
    ProviderRefused,
    ProviderSaved,
    ProviderSaveOutcome,
)
from app.storage.database.connection import Database
from app.storage.database.tables import AgentRow, ProviderRow

_SAVE = """
    INSERT INTO providers (id, kind, name, base_url, key_reference) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, name = excluded.name,
        base_url = excluded.base_url, key_reference = excluded.key_reference
"""
_DEFAULT_IF_NONE = """
    UPDATE models SET is_default = 1
    WHERE provider_id = ? AND model_id = ? AND NOT EXISTS (
        SELECT 1 FROM models WHERE is_default = 1
    )
"""


class ProviderRows:
    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[ProviderAccount, ...]:
        rows = self._database.rows(
            ProviderRow, "SELECT * FROM providers ORDER BY is_built_in DESC, rowid"
        )
        return tuple(map(_account, rows))

    def get(self, provider_id: str) -> ProviderAccount | None:
        row = self._database.find_one(ProviderRow, ProviderRow.id == provider_id)
        return _account(row) if row else None

    def save(self, account: ProviderAccount) -> ProviderSaveOutcome:
        if (reason := _reason_to_refuse(account)) is not None:
            return ProviderRefused(reason)
        self._database.execute(
            _SAVE,
            account.id,
            account.kind.value,
            account.name.strip(),
            account.base_url.strip(),
            account.key_reference,
        )
        saved = self.get(account.id)
        return ProviderSaved(saved) if saved else ProviderRefused("It was deleted meanwhile.")

    def delete(self, provider_id: str) -> bool:
        with self._database.writing():
            # Its models go with it by the foreign key.
            deleted = self._database.delete(
                ProviderRow, ProviderRow.id == provider_id, ProviderRow.is_built_in == 0
            )
            if deleted:
                self._database.update(
                    AgentRow,
                    {AgentRow.provider_id: None, AgentRow.model_id: None},
                    AgentRow.provider_id == provider_id,
                )
            self._database.execute(
                _DEFAULT_IF_NONE, ON_DEVICE_MODEL.provider_id, ON_DEVICE_MODEL.model_id
            )
        return deleted == 1


def _reason_to_refuse(account: ProviderAccount) -> str | None:
    if account.id == ON_DEVICE_MODEL.provider_id:
        return "The on-device model needs no setting up and cannot be changed."
    if not account.name.strip():
        return "A provider needs a name."
    if account.base_url.strip():
        return _address_problem(account.base_url.strip())
    return None


def _address_problem(base_url: str) -> str | None:
    try:
        address = urlsplit(base_url)
    except ValueError:
        return "This is not a web address."
    if address.scheme not in {"http", "https"} or not address.hostname:
        return "The address has to begin with http:// or https:// and name a server."
    if address.username or address.password or address.query:
        # The database is not the place for secrets, and an address is shown and logged.
        return "Please put the key into the key field, not into the address."
    return None


def _account(row: ProviderRow) -> ProviderAccount:
    return ProviderAccount(
        id=row.id,
        kind=ProviderKind(row.kind),
        name=row.name,
        base_url=row.base_url,
        key_reference=row.key_reference,
        is_built_in=bool(row.is_built_in),
    )
