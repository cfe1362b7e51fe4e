"""Secrets on a desktop: the system keyring where there is one, else a file only its owner reads."""

import json
import logging
import os
import tempfile
from pathlib import Path
from typing import Protocol, cast

import keyring
from keyring.backends.fail import Keyring as NoKeyring
from keyring.errors import KeyringError, PasswordDeleteError

from app.contracts.errors import SecretsUnavailable
from app.contracts.secrets import SecretStore

SERVICE = "OneClaw"

logger = logging.getLogger(__name__)


class Keyring(Protocol):
    """The part of the keyring package's backends that is used here."""

    def get_password(self, service: str, username: str) -> str | None: ...

    def set_password(self, service: str, username: str, password: str) -> None: ...

    def delete_password(self, service: str, username: str) -> None: ...


def desktop_secrets(fallback: Path) -> SecretStore:
    backend = keyring.get_keyring()
    if isinstance(backend, NoKeyring):
        return FileSecrets(fallback)
    return KeyringSecrets(cast("Keyring", backend), FileSecrets(fallback))


class KeyringSecrets:
    """A keyring that refuses (locked, no session) is not the end: the file takes the secret."""

    def __init__(self, backend: Keyring, fallback: SecretStore) -> None:
        self._backend = backend
        self._fallback = fallback

    def get(self, name: str) -> str | None:
        try:
            found = self._backend.get_password(SERVICE, name)
        except KeyringError:
            found = None
        return found if found is not None else self._fallback.get(name)

    def put(self, name: str, secret: str) -> None:
        try:
            self._backend.set_password(SERVICE, name, secret)
        except KeyringError:
            logger.info("the keyring refused; the key goes into the private file")
            self._fallback.put(name, secret)
        else:
            self._fallback.delete(name)

    def delete(self, name: str) -> None:
        try:
            self._backend.delete_password(SERVICE, name)
        except PasswordDeleteError:
            logger.debug("no such key in the keyring")
        except KeyringError as error:
            raise SecretsUnavailable("The key could not be removed from the keyring.") from error
        self._fallback.delete(name)


class FileSecrets:
    """One JSON file, mode 0600 from its first byte, replaced as a whole."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, name: str) -> str | None:
        return self._read().get(name)

    def put(self, name: str, secret: str) -> None:
        self._write({**self._read(), name: secret})

    def delete(self, name: str) -> None:
        secrets = self._read()
        if secrets.pop(name, None) is not None:
            self._write(secrets)

    def _read(self) -> dict[str, str]:
        try:
            stored: object = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise SecretsUnavailable("The file with your keys cannot be read.") from error
        if not isinstance(stored, dict):
            raise SecretsUnavailable("The file with your keys cannot be read.")
        return {str(k): str(v) for k, v in cast("dict[object, object]", stored).items()}

    def _write(self, secrets: dict[str, str]) -> None:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # mkstemp makes the file 0600 before anything is in it.
            descriptor, temporary = tempfile.mkstemp(dir=self._path.parent, prefix=".keys-")
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(secrets, file)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(self._path)
        except OSError as error:
            raise SecretsUnavailable("The file with your keys cannot be written.") from error
