from datetime import date, timedelta

import pytest

from app.memory.entry_transience import TransienceKind, is_over, transience_of

SAVED = date(2026, 2, 28)


@pytest.mark.parametrize(
    "text",
    [
        "It is raining today",
        "Today the office was closed",
        "Had pasta this morning",
        "The server is down right now",
        "Heute war der Zug verspätet",
        "Hoy llueve mucho",
        "Aujourd'hui il pleut",
        "今天下雨了",
    ],
)
def test_a_moment_is_a_passing_thing_and_over_the_next_day(text: str) -> None:
    found = transience_of(text)
    assert found is not None
    assert found.kind is TransienceKind.MOMENT
    assert not is_over(found, SAVED, SAVED)
    assert is_over(found, SAVED, SAVED + timedelta(days=1))
    assert is_over(found, None, SAVED)


def test_what_is_to_come_is_not_over_before_it_came() -> None:
    found = transience_of("Meets Ana tomorrow at nine")
    assert found is not None
    assert not is_over(found, SAVED, SAVED + timedelta(days=1))
    assert is_over(found, SAVED, SAVED + timedelta(days=2))
    assert not is_over(found, None, SAVED)


@pytest.mark.parametrize(
    "text",
    [
        "Switched to the model gpt-4o",
        "The model was changed to something smaller",
        "Changed the default model to llama",
        "Hat das Modell auf Gemma gewechselt",
        "切换到了新模型",
    ],
)
def test_a_change_of_the_model_tells_nothing_about_the_person(text: str) -> None:
    found = transience_of(text)
    assert found is not None
    assert found.kind is TransienceKind.MODEL_SWITCH
    assert found.is_sure


@pytest.mark.parametrize(
    "text",
    [
        "Asked about the weather in Paris",
        "The user asked how to boil an egg",
        "Wanted to know what a quasar is",
        "User said hello",
        "Is testing the app",
        "Fragte nach dem Wetter",
        "Preguntó por el tiempo",
        "用户询问了天气",
    ],
)
def test_what_happened_once_is_a_passing_thing(text: str) -> None:
    found = transience_of(text)
    assert found is not None
    assert found.kind is TransienceKind.ONE_TIME
    assert found.is_sure


@pytest.mark.parametrize(
    "text",
    [
        "Currently reads a book about whales",
        "Is in Lisbon this week",
        "Arbeitet derzeit an einem Roman",
        "Actualmente vive en Lima",
        "Travaille actuellement sur un roman",
        "目前在学日语",
    ],
)
def test_what_is_so_for_now_is_only_a_hint(text: str) -> None:
    found = transience_of(text)
    assert found is not None
    assert found.kind is TransienceKind.FOR_NOW
    assert not is_over(found, SAVED, SAVED + timedelta(days=400))


@pytest.mark.parametrize(
    "text",
    [
        "Her daughter was born today",
        "Moved to Berlin yesterday",
        "Quit smoking today",
        "Today, 2026-02-28, the contract began",
        "Heute geheiratet",
        "今天结婚了",
    ],
)
def test_what_changes_a_life_is_never_surely_over(text: str) -> None:
    found = transience_of(text)
    assert found is not None
    assert not is_over(found, SAVED, SAVED + timedelta(days=400))


@pytest.mark.parametrize(
    "text",
    [
        "Likes tea",
        "Reads USA Today",
        "Always wants to know what to do today",
        "Likes to plan tomorrow in the evening",
        "Prefers Claude over Gemini as a model",
        "Asked to be called Jo",
        "Asked for short answers",
        "Currently married, since 2011",
        "Isst jeden Morgen Müsli",
        "Le gusta caminar por la mañana",
        "一直喜欢今天的新闻",
        "Works as a model",
        "",
    ],
)
def test_what_lasts_is_not_marked(text: str) -> None:
    assert transience_of(text) is None
