"""What everybody may rely on, wherever the keys are kept."""

import json
import stat
from collections.abc import Callable
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from keyring.errors import KeyringLocked, PasswordDeleteError

from app.contracts.errors import SecretsUnavailable
from app.contracts.secrets import SecretStore
from app.device.desktop_secrets import DesktopSecrets
from app.device.file_secrets import FileSecrets
from app.device.keyring_secrets import SERVICE, KeyringSecrets

SECRET = "sk-planted-0123456789-äöü-鍵"


class KeyringInMemory:
    """A system keyring; a locked one refuses everything."""

    def __init__(self, *, is_locked: bool = False) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.is_locked = is_locked

    def get_password(self, service: str, username: str) -> str | None:
        self._refuse_if_locked()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._refuse_if_locked()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._refuse_if_locked()
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("there is none")

    def _refuse_if_locked(self) -> None:
        if self.is_locked:
            raise KeyringLocked("locked")


def in_a_file(path: Path) -> SecretStore:
    return FileSecrets(path)


def in_a_keyring(path: Path) -> SecretStore:
    return KeyringSecrets(KeyringInMemory(), FileSecrets(path))


def on_a_desktop_without_a_keyring(path: Path) -> SecretStore:
    keyring.set_keyring(NoKeyring())
    return DesktopSecrets(path)


@pytest.fixture(
    params=[in_a_file, in_a_keyring, on_a_desktop_without_a_keyring],
    ids=["file", "keyring", "desktop"],
)
def secrets(request: pytest.FixtureRequest, tmp_path: Path) -> SecretStore:
    make: Callable[[Path], SecretStore] = request.param
    return make(tmp_path / "home" / "secrets.json")


def test_a_name_nobody_put_has_no_secret(secrets: SecretStore):
    assert secrets.get("nobody") is None


def test_what_was_put_is_given_back_as_it_was(secrets: SecretStore):
    secrets.put("one", SECRET)
    secrets.put("two", "")
    assert (secrets.get("one"), secrets.get("two")) == (SECRET, "")


def test_a_second_put_replaces_the_first_and_leaves_others_alone(secrets: SecretStore):
    secrets.put("one", "old")
    secrets.put("other", "stays")
    secrets.put("one", SECRET)
    assert (secrets.get("one"), secrets.get("other")) == (SECRET, "stays")


def test_a_deleted_secret_is_gone_and_deleting_again_is_no_error(secrets: SecretStore):
    secrets.put("one", SECRET)
    secrets.delete("one")
    secrets.delete("one")
    assert secrets.get("one") is None


def test_the_file_is_its_owners_alone_and_nothing_else_is_left(tmp_path: Path):
    path = tmp_path / "home" / "secrets.json"
    FileSecrets(path).put("one", SECRET)
    FileSecrets(path).put("two", SECRET)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [one.name for one in path.parent.iterdir()] == ["secrets.json"]


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"\xff\xfe"])
def test_a_damaged_file_is_said_and_never_overwritten(tmp_path: Path, damage: bytes):
    path = tmp_path / "secrets.json"
    path.write_bytes(damage)
    for use in (lambda: FileSecrets(path).get("x"), lambda: FileSecrets(path).put("x", SECRET)):
        with pytest.raises(SecretsUnavailable) as raised:
            use()
        assert SECRET not in str(raised.value)
    assert path.read_bytes() == damage


def test_a_keyring_that_works_leaves_nothing_in_the_file(tmp_path: Path):
    path = tmp_path / "secrets.json"
    FileSecrets(path).put("one", "from a time without a keyring")
    keyring = KeyringInMemory()
    secrets = KeyringSecrets(keyring, FileSecrets(path))
    assert secrets.get("one") == "from a time without a keyring"
    secrets.put("one", SECRET)
    assert keyring.kept == {(SERVICE, "one"): SECRET}
    assert json.loads(path.read_text()) == {}


def test_a_locked_keyring_hands_over_to_the_file(tmp_path: Path):
    secrets = KeyringSecrets(KeyringInMemory(is_locked=True), FileSecrets(tmp_path / "s.json"))
    secrets.put("one", SECRET)
    assert secrets.get("one") == SECRET
    with pytest.raises(SecretsUnavailable):
        secrets.delete("one")
