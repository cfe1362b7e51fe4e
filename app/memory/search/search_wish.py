"""Hears when a person wants to search their memory themselves, in any chat (S6.10).

Such a message is answered on this device, by quoting what was found: whatever model is chosen, the
results are the ones it would get. Only plain commands count; a question about a search is no wish.
"""

import re

_WISH = re.compile(
    r"\s*(?:"
    r"(?:please )?(?:can you |could you )?search (?:in |through )?(?:my|your) memor(?:y|ies) for "
    r"|suche? in (?:meinem|deinem) gedächtnis nach "
    r"|busca en mi memoria "
    r"|cherche dans ma mémoire "
    r"|在我的?记忆(?:里|中)(?:搜索|查找)"
    r")\s*\S.*",
    re.IGNORECASE | re.DOTALL,
)
LONGEST_WISH = 500


def wants_memory_search(text: str) -> bool:
    return len(text) <= LONGEST_WISH and _WISH.fullmatch(text) is not None
