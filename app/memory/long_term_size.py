"""Whether long-term memory still fits into a prompt, and what to say when it does not (S4.2)."""

from app.memory.long_term_document import LongTermDocument
from app.memory.memory_section import LONG_TERM_SHARE, MOST_LINES
from app.memory.text.token_estimate import estimate_tokens


def size_advice(document: LongTermDocument, token_budget: int) -> str:
    """One sentence for the person; empty while everything fits."""
    text = document.visible_text()
    if len(text.splitlines()) > MOST_LINES:
        return f"Over {MOST_LINES} lines: only the best matching part is sent to the model."
    if estimate_tokens(text) > token_budget * LONG_TERM_SHARE:
        return "Too long for the memory budget: only the best matching part is sent to the model."
    return ""
