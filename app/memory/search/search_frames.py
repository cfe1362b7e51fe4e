"""A search as it crosses the socket: plain JSON both ways, checked on arrival."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import cast

from app.contracts.engine_link import BadFrame, Frame
from app.contracts.search import MemoryHit, MemorySource, SearchQuery

SEARCH_CALL = "search"
MOST_HITS = 200


def query_frame(query: SearchQuery) -> Frame:
    return {
        "call": SEARCH_CALL,
        "text": query.text,
        "today": query.today.isoformat(),
        "sources": sorted(source.value for source in query.sources),
        "date_from": query.date_from.isoformat() if query.date_from else None,
        "date_to": query.date_to.isoformat() if query.date_to else None,
        "without_session": query.without_session,
        "limit": query.limit,
    }


def query_of(frame: Frame) -> SearchQuery:
    try:
        return SearchQuery(
            text=str(frame["text"]),
            today=date.fromisoformat(str(frame["today"])),
            sources=frozenset(MemorySource(one) for one in cast("Sequence[str]", frame["sources"])),
            date_from=_day(frame["date_from"]),
            date_to=_day(frame["date_to"]),
            without_session=cast("str | None", frame["without_session"]),
            limit=max(0, min(int(cast("int", frame["limit"])), MOST_HITS)),
        )
    except (KeyError, ValueError, TypeError) as error:
        raise BadFrame("the search is not understood") from error


def hits_frame(hits: Sequence[MemoryHit]) -> Frame:
    return {"hits": [_as_json(hit) for hit in hits]}


def hits_of(frame: Frame) -> tuple[MemoryHit, ...]:
    try:
        return tuple(_hit(one) for one in cast("Sequence[Mapping[str, object]]", frame["hits"]))
    except (KeyError, ValueError, TypeError) as error:
        raise BadFrame("the answer to a search is not understood") from error


def _as_json(hit: MemoryHit) -> dict[str, object]:
    return {
        "chunk_id": hit.chunk_id,
        "text": hit.text,
        "source": hit.source.value,
        "date": hit.date.isoformat() if hit.date else None,
        "score": hit.score,
        "keyword_score": hit.keyword_score,
        "vector_score": hit.vector_score,
        "age_days": hit.age_days,
        "matched_words": list(hit.matched_words),
        "origin": hit.origin,
    }


def _hit(data: Mapping[str, object]) -> MemoryHit:
    vector_score = data["vector_score"]
    return MemoryHit(
        chunk_id=str(data["chunk_id"]),
        text=str(data["text"]),
        source=MemorySource(str(data["source"])),
        date=_day(data["date"]),
        score=float(cast("float", data["score"])),
        keyword_score=float(cast("float", data["keyword_score"])),
        vector_score=None if vector_score is None else float(cast("float", vector_score)),
        age_days=int(cast("int", data["age_days"])),
        matched_words=tuple(str(word) for word in cast("Sequence[str]", data["matched_words"])),
        origin=str(data["origin"]),
    )


def _day(value: object) -> date | None:
    return None if value is None else date.fromisoformat(str(value))
