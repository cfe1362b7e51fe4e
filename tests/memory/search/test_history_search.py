"""Asked about days, the search tells all of those days, whatever the words and their language."""

from datetime import date

import pytest

from app.memory.history_search import HistoryQuestion, HistorySearch
from tests.fakes.clock import FixedClock
from tests.fakes.search import GivenSearch
from tests.memory.search.conftest import Memory

MONDAY, FRIDAY, LATER = date(2026, 2, 16), date(2026, 2, 20), date(2026, 2, 24)


@pytest.fixture
def remembered(memory: Memory) -> HistorySearch:
    memory.daily(MONDAY, "Das Bad wird blau gefliest", "Termin beim Zahnarzt abgesagt")
    memory.daily(LATER, "Karl hat Geburtstag gefeiert")
    memory.talk("s1", FRIDAY, (None, "Der Handwerker kommt um acht."))
    memory.long_term("Mag Tee")
    return HistorySearch(memory.model_search(), memory.messages, memory.sessions, FixedClock())


def found(search: HistorySearch, words: str, limit: int = 10) -> list[str]:
    question = HistoryQuestion(words, date_from=MONDAY, date_to=FRIDAY, limit=limit)
    return [mention.excerpt.removeprefix("- ") for mention in search.find(question)]


@pytest.mark.parametrize(
    "words", ["Was haben wir letzte Woche besprochen?", "conversation topics", "我们聊了什么"]
)
def test_all_of_the_days_is_found_and_nothing_else(remembered: HistorySearch, words: str):
    assert sorted(found(remembered, words)) == [
        "Das Bad wird blau gefliest",
        "Der Handwerker kommt um acht.",
        "Termin beim Zahnarzt abgesagt",
    ]


def test_what_fits_the_words_stands_first_and_the_limit_holds(remembered: HistorySearch):
    assert found(remembered, "Zahnarzt")[0] == "Termin beim Zahnarzt abgesagt"
    assert found(remembered, "Zahnarzt", limit=1) == ["Termin beim Zahnarzt abgesagt"]


def test_without_days_the_words_alone_are_searched(memory: Memory):
    search = GivenSearch()
    past = HistorySearch(search, memory.messages, memory.sessions, FixedClock())
    past.find(HistoryQuestion("Zahnarzt"))
    assert [query.text for query in search.queries] == ["Zahnarzt"]
