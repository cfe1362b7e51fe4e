"""Whether the desktop is dark now. Asks the system's own tool; silence means light."""

import subprocess
import sys

SECONDS = 2.0
_QUESTIONS = {
    "linux": ("gsettings", "get", "org.gnome.desktop.interface", "color-scheme"),
    "darwin": ("defaults", "read", "-g", "AppleInterfaceStyle"),
}


def is_system_dark(platform: str = sys.platform) -> bool:
    question = _QUESTIONS.get(platform)
    if question is None:
        return False
    try:
        answer = subprocess.run(
            question, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return "dark" in answer.stdout.lower()
