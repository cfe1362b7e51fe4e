"""Looks into memory for the assistant, as of one day. Blocks: call it off the event loop."""

from datetime import date

from app.contracts.search import MemoryHit, MemorySearch, MemorySource, SearchQuery
from app.providers.on_device.spoken_dates import DateRange

LONG_TERM = frozenset({MemorySource.LONG_TERM})
ELSEWHERE = frozenset({MemorySource.DAILY_LOG, MemorySource.SESSION})


class MemoryReader:
    """Every method may raise OneClawError."""

    def __init__(self, search: MemorySearch, today: date) -> None:
        self._search = search
        self._today = today

    def find(
        self,
        text: str,
        limit: int,
        *,
        sources: frozenset[MemorySource] = frozenset(),
        dates: DateRange | None = None,
    ) -> tuple[MemoryHit, ...]:
        return self._search.search(
            SearchQuery(
                text=text,
                today=self._today,
                sources=sources,
                date_from=dates.first if dates else None,
                date_to=dates.last if dates else None,
                limit=limit,
            )
        )
