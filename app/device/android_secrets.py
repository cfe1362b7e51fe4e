"""Secrets on Android: AES-GCM with a key that never leaves the Android Keystore.

Only ciphertext lies in the private file; without this device's Keystore it is noise.
"""

import base64
import json
from pathlib import Path

from jnius import autoclass

ALIAS = "oneclaw-secrets"
PROVIDER = "AndroidKeyStore"
TRANSFORMATION = "AES/GCM/NoPadding"
TAG_BITS = 128
NONCE_BYTES = 12

_Cipher = autoclass("javax.crypto.Cipher")
_GCMParameterSpec = autoclass("javax.crypto.spec.GCMParameterSpec")
_KeyGenerator = autoclass("javax.crypto.KeyGenerator")
_KeyStore = autoclass("java.security.KeyStore")
_KeyProperties = autoclass("android.security.keystore.KeyProperties")
_KeyGenParameterSpecBuilder = autoclass("android.security.keystore.KeyGenParameterSpec$Builder")


class AndroidSecrets:
    """Implements SecretStore."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, name: str) -> str | None:
        stored = self._read().get(name)
        if stored is None:
            return None
        data = base64.b64decode(stored)
        cipher = _Cipher.getInstance(TRANSFORMATION)
        cipher.init(
            _Cipher.DECRYPT_MODE, _secret_key(), _GCMParameterSpec(TAG_BITS, data[:NONCE_BYTES])
        )
        return bytes(cipher.doFinal(data[NONCE_BYTES:])).decode("utf-8")

    def put(self, name: str, secret: str) -> None:
        cipher = _Cipher.getInstance(TRANSFORMATION)
        cipher.init(_Cipher.ENCRYPT_MODE, _secret_key())
        data = bytes(cipher.getIV()) + bytes(cipher.doFinal(secret.encode("utf-8")))
        self._write({**self._read(), name: base64.b64encode(data).decode("ascii")})

    def delete(self, name: str) -> None:
        stored = self._read()
        if stored.pop(name, None) is not None:
            self._write(stored)

    def _read(self) -> dict[str, str]:
        if not self._path.exists():
            return {}
        return json.loads(self._path.read_text(encoding="utf-8"))

    def _write(self, stored: dict[str, str]) -> None:
        temporary = self._path.with_suffix(".new")
        temporary.write_text(json.dumps(stored), encoding="utf-8")
        temporary.replace(self._path)


def _secret_key() -> object:
    store = _KeyStore.getInstance(PROVIDER)
    store.load(None)
    if not store.containsAlias(ALIAS):
        purposes = _KeyProperties.PURPOSE_ENCRYPT | _KeyProperties.PURPOSE_DECRYPT
        wanted = (
            _KeyGenParameterSpecBuilder(ALIAS, purposes)
            .setBlockModes([_KeyProperties.BLOCK_MODE_GCM])
            .setEncryptionPaddings([_KeyProperties.ENCRYPTION_PADDING_NONE])
            .setKeySize(256)
            .build()
        )
        generator = _KeyGenerator.getInstance(_KeyProperties.KEY_ALGORITHM_AES, PROVIDER)
        generator.init(wanted)
        generator.generateKey()
    return store.getKey(ALIAS, None)
