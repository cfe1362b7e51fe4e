"""The settings of memory, read from the store each time: a switch works at once."""

from dataclasses import dataclass

from app.contracts.settings import SettingsStore

ENABLED = "memory.enabled"
TOKEN_BUDGET = "memory.token_budget"  # noqa: S105 - a name, not a secret
INJECTS_SESSIONS = "memory.injects_sessions"
UNMETERED_ONLY = "memory.unmetered_only"
SWITCHED_OFF_TOOLS = "tools.switched_off"
MEMORY_TOOLS = frozenset({"save_memory", "update_memory", "search_history"})

DEFAULT_TOKEN_BUDGET = 2_000
SMALLEST_BUDGET, LARGEST_BUDGET = 200, 32_000


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """`injects_sessions`: past messages may fill what the other two sources leave of the budget.
    `unmetered_only`: in the background, a model is asked only over networks without a data limit.
    """

    is_enabled: bool = True
    token_budget: int = DEFAULT_TOKEN_BUDGET
    injects_sessions: bool = True
    unmetered_only: bool = False


def read_memory_settings(store: SettingsStore) -> MemorySettings:
    return MemorySettings(
        is_enabled=store.get(ENABLED) != "off",
        token_budget=_budget(store.get(TOKEN_BUDGET)),
        injects_sessions=store.get(INJECTS_SESSIONS) != "off",
        unmetered_only=store.get(UNMETERED_ONLY) == "on",
    )


def switched_off_tools(store: SettingsStore) -> frozenset[str]:
    """By the person one by one, and those of memory with memory itself (S11.5)."""
    chosen = chosen_off_tools(store)
    return chosen if read_memory_settings(store).is_enabled else chosen | MEMORY_TOOLS


def chosen_off_tools(store: SettingsStore) -> frozenset[str]:
    """Those the person switched off; they stay so whether memory is on or off."""
    return frozenset(filter(None, (store.get(SWITCHED_OFF_TOOLS) or "").split(",")))


def _budget(stored: str | None) -> int:
    try:
        wanted = int(stored or DEFAULT_TOKEN_BUDGET)
    except ValueError:
        wanted = DEFAULT_TOKEN_BUDGET
    return max(SMALLEST_BUDGET, min(wanted, LARGEST_BUDGET))
