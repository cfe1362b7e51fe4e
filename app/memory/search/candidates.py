"""Which slots a query may find at all: sources, dates, and not the conversation that asks."""

import numpy as np
from numpy.typing import NDArray

from app.contracts.search import SearchQuery
from app.memory.search.chunk_facts import SOURCES
from app.memory.search.memory_arrays import MemoryArrays


def eligible_slots(arrays: MemoryArrays, query: SearchQuery) -> NDArray[np.bool_]:
    """What has no date is outside every range of dates."""
    columns = arrays.columns
    eligible = columns.alive
    if query.sources:
        wanted = np.array([source in query.sources for source in SOURCES])
        eligible = eligible & wanted[columns.source]
    if query.date_from is not None:
        eligible = eligible & (columns.day >= query.date_from.toordinal())
    if query.date_to is not None:
        last = query.date_to.toordinal()
        eligible = eligible & (columns.day <= last) & (columns.day > 0)
    asking = arrays.groups.number(query.without_session)
    if asking >= 0:
        eligible = eligible & (columns.group != asking)
    return eligible
