"""Which settings go into an archive and may come out of one: the person's choices, by name.

Never a secret, never a state of the app: a name that is not listed here stays behind.
"""

from collections.abc import Mapping

from app.memory.memory_settings import (
    ENABLED,
    INJECTS_SESSIONS,
    SWITCHED_OFF_TOOLS,
    TOKEN_BUDGET,
    UNMETERED_ONLY,
)

PORTABLE = frozenset(
    {
        ENABLED,
        TOKEN_BUDGET,
        INJECTS_SESSIONS,
        SWITCHED_OFF_TOOLS,
        UNMETERED_ONLY,
        "appearance.mode",
        "appearance.font_scale",
    }
)
_LONGEST_VALUE = 1_000


def portable_settings(settings: Mapping[str, str]) -> dict[str, str]:
    return {
        name: value
        for name, value in sorted(settings.items())
        if name in PORTABLE and len(value) <= _LONGEST_VALUE and value.isprintable()
    }
