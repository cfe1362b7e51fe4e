"""Secrets in a file that only its owner reads."""

import json
import os
import tempfile
from pathlib import Path
from typing import cast

from app.contracts.errors import SecretsUnavailable


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
