import threading
from datetime import date

from app.contracts.errors import UnreadableFile
from app.contracts.search import MemoryHit, MemorySource, SearchQuery
from app.memory.memory_injector import Injection, MemoryInjector
from tests.fakes.clock import FixedClock
from tests.fakes.search import GivenSearch

LOGGED = MemoryHit(
    "c1", "Ana likes\nfilm cameras", MemorySource.DAILY_LOG, date(2026, 2, 27), 0.8, 0.8, None, 1
)
KNOWN = MemoryHit("c2", "Prefers tea", MemorySource.LONG_TERM, None, 0.5, 0.5, None, 0)


async def test_hits_become_labelled_lines_and_the_chips_memories():
    injection = await MemoryInjector(GivenSearch([LOGGED, KNOWN]), FixedClock()).inject(
        "Ana?", "s1"
    )
    assert "- [Daily log 2026-02-27] Ana likes film cameras" in injection.section
    assert "- [Long-term memory] Prefers tea" in injection.section
    assert [memory.source for memory in injection.memories] == ["daily_log", "long_term"]


async def test_nothing_found_adds_nothing():
    assert await MemoryInjector(GivenSearch(), FixedClock()).inject("Ana?", "s1") == Injection()


async def test_a_failing_search_sends_the_message_without_memories():
    broken = GivenSearch(failure=UnreadableFile("MEMORY.md is not text."))
    assert await MemoryInjector(broken, FixedClock()).inject("Ana?", "s1") == Injection()


async def test_a_search_that_hangs_does_not_hold_up_the_message():
    may_end = threading.Event()

    class HangingSearch:
        def search(self, query: SearchQuery) -> tuple[MemoryHit, ...]:
            may_end.wait(30)
            return ()

    injector = MemoryInjector(HangingSearch(), FixedClock(), patience=0.01)
    try:
        assert await injector.inject("Ana?", "s1") == Injection()
    finally:
        may_end.set()


async def test_the_conversation_that_asks_is_kept_out_of_its_own_results():
    search = GivenSearch()
    await MemoryInjector(search, FixedClock()).inject("Ana?", "s1")
    assert search.queries[0].without_session == "s1"
