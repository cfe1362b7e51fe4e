"""Tokens per model and month, worked out from the messages that are kept. Reads only."""

from datetime import date

from app.contracts.usage import MonthlyUsage
from app.storage.database.connection import Database

_BY_MONTH = """
    SELECT strftime('%Y-%m-01', said_at / 1000 + offset_minutes * 60, 'unixepoch') AS month,
           model, count(*), sum(coalesce(input_tokens, 0)), sum(coalesce(output_tokens, 0))
    FROM messages
    WHERE model <> '' AND (input_tokens IS NOT NULL OR output_tokens IS NOT NULL)
    GROUP BY month, model
    ORDER BY month DESC, sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)) DESC, model
"""


class TokenUsageRows:
    """Implements `contracts.usage.UsageStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def by_month(self) -> tuple[MonthlyUsage, ...]:
        return tuple(
            MonthlyUsage(
                date.fromisoformat(str(month)),
                str(model),
                int(answers or 0),
                int(taken or 0),
                int(given or 0),
            )
            for month, model, answers, taken, given in self._database.values(_BY_MONTH)
        )
