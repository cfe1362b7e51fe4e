"""A fact that may become an entry of long-term memory, whoever found it."""

import re
from dataclasses import dataclass
from enum import StrEnum

from app.memory.summarise.endings import Ending


class FactCategory(StrEnum):
    """The names `save_memory` knows its sections by (S8.1)."""

    PROFILE = "profile"
    PREFERENCES = "preferences"
    INTERESTS = "interests"
    WORKFLOW = "workflow"
    PROJECTS = "projects"
    NOTES = "notes"


@dataclass(frozen=True, slots=True)
class Fact:
    """`category` None: nobody said; the door it goes through chooses. `ends`: it says that this is
    over, and takes the place of the entry that still tells of it; without a category it is worth
    keeping for nothing else.
    """

    text: str
    category: FactCategory | None = None
    ends: Ending | None = None


def category_named(name: str) -> FactCategory | None:
    """The category a heading or label means: `User Profile`, `**Preferences**`, `project`."""
    words = re.findall(r"[a-z]+", name.casefold())
    if not words or len(words) > 2:
        return None
    singular = words[-1].removesuffix("s")
    return next((c for c in FactCategory if c.value.removesuffix("s") == singular), None)


def without_repeats(facts: list[Fact]) -> tuple[Fact, ...]:
    """Each text once, as it came first."""
    once: dict[str, Fact] = {}
    for fact in facts:
        once.setdefault(" ".join(re.findall(r"\w+", fact.text.casefold())) or fact.text, fact)
    return tuple(once.values())
