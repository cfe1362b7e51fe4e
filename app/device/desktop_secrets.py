"""Secrets on a desktop: the system keyring where there is one, else a file only its owner reads."""

from pathlib import Path
from threading import Lock

from app.contracts.secrets import SecretStore
from app.device.file_secrets import FileSecrets


class DesktopSecrets:
    """Looks for the keyring at the first secret: what it brings along takes 10 MB and a moment,
    and whoever has no key needs none of it.
    """

    def __init__(self, file: Path) -> None:
        self._file = FileSecrets(file)
        self._lock = Lock()
        self._chosen: SecretStore | None = None

    def get(self, name: str) -> str | None:
        return self._store().get(name)

    def put(self, name: str, secret: str) -> None:
        self._store().put(name, secret)

    def delete(self, name: str) -> None:
        self._store().delete(name)

    def _store(self) -> SecretStore:
        with self._lock:
            if self._chosen is None:
                from app.device.keyring_secrets import with_system_keyring  # noqa: PLC0415

                self._chosen = with_system_keyring(self._file)
            return self._chosen
