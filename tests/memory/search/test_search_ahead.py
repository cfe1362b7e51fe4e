"""When the engine is asked to search while a message is still being written."""

from collections.abc import Callable
from datetime import date

from app.memory.search.search_ahead import AGAIN_SECONDS, READY_SECONDS, SearchAhead
from app.memory.search.search_frames import query_of
from tests.fakes.clock import FixedClock
from tests.fakes.questions import CountedQuestions


class Timer:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def ahead_of(questions: CountedQuestions, timer: Callable[[], float]) -> SearchAhead:
    return SearchAhead(questions, FixedClock(), timer)


def test_a_search_is_asked_for_once_and_again_when_the_model_may_soon_be_gone():
    questions, timer = CountedQuestions(), Timer()
    ahead = ahead_of(questions, timer)
    assert ahead.is_due()
    ahead.ask()
    assert isinstance(query_of(questions.asked[0]).today, date)
    timer.seconds += READY_SECONDS - 1
    assert not ahead.is_due()
    timer.seconds += 1
    assert ahead.is_due()


def test_an_engine_that_is_still_starting_is_asked_again_a_little_later():
    questions, timer = CountedQuestions(), Timer()
    questions.answer = None
    ahead = ahead_of(questions, timer)
    ahead.ask()
    assert not ahead.is_due()
    timer.seconds += AGAIN_SECONDS
    assert ahead.is_due()
