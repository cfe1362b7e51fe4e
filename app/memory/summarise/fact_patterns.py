"""First-person statements that are worth a place in long-term memory, and the place they belong to.

Conservative: a fact that is missed is still in the daily log; a wrong one stands in every prompt.
"""

import re

from app.memory.summarise.english_fact_patterns import ENGLISH
from app.memory.summarise.facts import FactCategory
from app.memory.summarise.other_fact_patterns import OTHERS


def _compiled() -> tuple[tuple[re.Pattern[str], FactCategory], ...]:
    compiled: list[tuple[re.Pattern[str], FactCategory]] = []
    for table in (ENGLISH, OTHERS):
        for category, patterns in table.items():
            compiled += [(re.compile(pattern, re.IGNORECASE), category) for pattern in patterns]
    return tuple(compiled)


_PATTERNS = _compiled()


_DEATH = re.compile(
    r"(?:(?:my|our|meine?|unsere?|mi|nuestr[oa]|mon|ma) [\w ]{2,30}|(?-i:[A-ZÀ-Þ])[\w'-]+) "
    r"(?:died|(?:has )?passed away|ist (?:\w+ ){0,2}(?:gestorben|verstorben)|murió|ha muerto"
    r"|falleció|est mort|est décédé)|(?:моя|мой) [\w ]{2,30} умер|我(?:的)?.{1,6}(?:去世|过世)",
    re.IGNORECASE,
)


def tells_a_death(statement: str) -> bool:
    """Whenever it was: that lasts."""
    return _DEATH.match(statement) is not None


def category_of_fact(statement: str) -> FactCategory | None:
    """Where the statement belongs; None when it is not one of the kinds worth keeping."""
    if tells_a_death(statement):
        return FactCategory.PROFILE
    return next((category for pattern, category in _PATTERNS if pattern.match(statement)), None)
