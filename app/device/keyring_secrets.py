"""Secrets in the system's keyring, with a file for those it refuses."""

import logging
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


def with_system_keyring(fallback: SecretStore) -> SecretStore:
    """The fallback itself where the system has no keyring."""
    backend = keyring.get_keyring()
    if isinstance(backend, NoKeyring):
        return fallback
    return KeyringSecrets(cast("Keyring", backend), fallback)


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
