"""The diagnostics file: versions, counts, settings. No key, no address, nothing anyone wrote."""

import json
import platform
from pathlib import Path

import app
from app.contracts.errors import WriteFailed
from app.providers.redaction import SecretRedactor
from app.wiring.foundations import Foundations

_TOLD_SETTINGS = ("appearance.", "memory.", "tools.")


class DiagnosticsFile:
    """Implements Diagnostics."""

    def __init__(self, base: Foundations, exports: Path, redactor: SecretRedactor) -> None:
        self._base = base
        self._exports = exports
        self._redactor = redactor

    def export(self) -> Path:
        now = self._base.clock.now()
        path = self._exports / f"diagnostics-{now:%Y%m%d-%H%M%S}.json"
        text = json.dumps(self._facts() | {"written_at": now.isoformat()}, indent=2)
        try:
            self._exports.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.write_text(self._redactor.redact(text) + "\n", encoding="utf-8")
        except OSError as error:
            raise WriteFailed("The file could not be written.", detail=str(error)) from error
        return path

    def _facts(self) -> dict[str, object]:
        base = self._base
        settings = base.settings.all()
        return {
            "version": app.__version__,
            "python": platform.python_version(),
            "system": f"{platform.system()} {platform.release()} {platform.machine()}",
            "settings": {
                name: value for name, value in settings.items() if name.startswith(_TOLD_SETTINGS)
            },
            "providers": [
                {
                    "kind": account.kind.value,
                    "has_key": bool(account.key_reference),
                    "models": len(base.catalog.of_provider(account.id)),
                }
                for account in base.providers.all()
            ],
            "agents": len(base.agents.all()),
            "conversations": len(base.sessions.newest_first(limit=100_000)),
            "conversations_to_be_logged": len(base.sessions.with_unlogged_messages()),
        }
