"""How the real engine is started, without the modules a window needs."""

import sys

from app.wiring.environment import PROJECT


def engine_command() -> list[str]:
    return [sys.executable, str(PROJECT / "main.py"), "--engine"]
