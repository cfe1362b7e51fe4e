"""`search_history`: the assistant looks something up in memory, logs and past conversations (S8.3).

What it finds is quoted as data, with where and when it comes from.
"""

import re
from datetime import date

from app.contracts.errors import OneClawError
from app.contracts.search import MemorySource
from app.memory.history_search import HistoryQuestion, HistorySearch, PastMention, SearchScope
from app.tools.arguments import Arguments
from app.tools.parameters import TextParameter, WholeNumberParameter
from app.tools.quoted_text import QUOTED_NOTES
from app.tools.tool import (
    ToolContext,
    ToolDefinition,
    ToolErrorCode,
    ToolFailure,
    ToolOutcome,
    ToolSuccess,
)

_LONGEST_QUERY = 1_000
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class SearchHistory:
    definition = ToolDefinition(
        name="search_history",
        description=(
            "Searches the person's long-term memory, daily logs and past conversations. Use it "
            "when they refer to something you do not see here: an earlier talk, a decision, a "
            "name, a date. Words may stand in any order; a few telling words work best."
        ),
        parameters=(
            TextParameter(
                "query", "What to look for.", is_required=True, max_length=_LONGEST_QUERY
            ),
            TextParameter(
                "scope",
                "Where to look: all (the default), memory (long-term facts), daily_log (summaries "
                "of days) or sessions (what was said word for word).",
                choices=tuple(scope.value for scope in SearchScope),
            ),
            TextParameter(
                "date_from",
                "First day, YYYY-MM-DD. Long-term memory has no dates, so a range leaves it out.",
            ),
            TextParameter("date_to", "Last day, YYYY-MM-DD."),
            WholeNumberParameter(
                "max_results", "How many results at most.", minimum=1, maximum=50, default=10
            ),
        ),
        seconds=30,
    )

    def __init__(self, search: HistorySearch) -> None:
        self._search = search

    def run(self, arguments: Arguments, context: ToolContext) -> ToolOutcome:
        try:
            question = _question(arguments, context)
        except ValueError as problem:
            return ToolFailure(ToolErrorCode.VALIDATION_ERROR, str(problem))
        try:
            mentions = self._search.find(question)
        except OneClawError as error:
            return ToolFailure(ToolErrorCode.SEARCH_ERROR, error.sentence)
        if not mentions:
            return ToolSuccess("Nothing was found. Other words or a wider scope may help.")
        lines = [f"{number}. {_line(found)}" for number, found in enumerate(mentions, start=1)]
        return ToolSuccess("\n".join([QUOTED_NOTES, *lines]))


def _question(arguments: Arguments, context: ToolContext) -> HistoryQuestion:
    text = arguments.text("query").strip()
    if not text:
        raise ValueError("query is empty.")
    date_from, date_to = _day(arguments, "date_from"), _day(arguments, "date_to")
    if date_from and date_to and date_from > date_to:
        raise ValueError("date_from is later than date_to.")
    return HistoryQuestion(
        text=text,
        scope=SearchScope(arguments.text_or_none("scope") or SearchScope.ALL),
        date_from=date_from,
        date_to=date_to,
        limit=arguments.whole_number("max_results"),
        asked_message_id=context.asked_message_id,
    )


def _day(arguments: Arguments, name: str) -> date | None:
    text = (arguments.text_or_none(name) or "").strip()
    if not text:
        return None
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass  # such as the 30th of February: the same answer as for any other text
    raise ValueError(f"{name} must be a day like 2026-02-28.")


def _line(mention: PastMention) -> str:
    return f"[{_label(mention)}] {mention.excerpt}"


def _label(mention: PastMention) -> str:
    match mention.hit.source:
        case MemorySource.LONG_TERM:
            return "Long-term memory"
        case MemorySource.DAILY_LOG:
            return f"Daily log {mention.hit.date}"
        case MemorySource.SESSION:
            title = " ".join(mention.session_title.split())
            return f'Conversation {mention.hit.date}, "{title}", said by {mention.speaker}'
