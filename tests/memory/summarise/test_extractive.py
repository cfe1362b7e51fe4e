from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.contracts.conversation import InjectedMemory, MessageKind
from app.contracts.errors import EmbeddingUnavailable
from app.contracts.search import Vector
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from app.memory.summarise.extractive import (
    LONGEST_BULLET,
    MOST_BULLETS,
    MOST_COMPARED,
    ExtractiveSummariser,
    extractive_summary,
)
from app.wiring.environment import PROJECT
from tests.memory.summarise.talk import said, talk

TRIP = talk(
    "Hi! How are you?",
    "> Hello! I'm doing well. How can I help you today?",
    "We are planning the trip to Lisbon in May. My mother can't walk long distances.",
    "> That sounds lovely! I recommend the apartment in Alfama because it has a lift. Let me know!",
    "Good idea. We decided to fly on 12 May. I prefer aisle seats. Can you write a packing list?",
    "> Sure! Here's a packing list:\n- shoes\n- hats",
    "ok thanks",
    "I need to book the rental car by Friday. By the way, Ana is allergic to peanuts.",
)


class CountingEmbedder:
    """Implements Embedder: every text points somewhere else, and calls are counted."""

    model_id = "counting"

    def __init__(self, failure: EmbeddingUnavailable | None = None) -> None:
        self.texts: list[str] = []
        self._failure = failure

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        if self._failure is not None:
            raise self._failure
        self.texts += texts
        return [_unit(sum(map(ord, text)) % 384) for text in texts]

    def token_count(self, text: str) -> int:
        return len(text.split())

    def release(self) -> None: ...


def _unit(place: int) -> Vector:
    return b"".join(b"\0\0\x80?" if place == at else b"\0\0\0\0" for at in range(384))


@pytest.fixture(scope="module")
def embedder() -> OnnxEmbedder:
    return OnnxEmbedder(ModelSource([Path(PROJECT) / "models"]))


def test_statements_become_bullets_in_the_order_they_were_said():
    summary = extractive_summary(said("I prefer tea.", "We decided to sail on 3 June."))
    assert summary == "- I prefer tea.\n- We decided to sail on 3 June."


def test_questions_are_left_out_when_something_was_said():
    assert extractive_summary(said("How are you? My name is Lena.")) == "- My name is Lena."


def test_only_questions_are_kept_as_what_was_asked():
    assert extractive_summary(said("What is a monad?")) == "- Asked: What is a monad?"


def test_a_request_is_kept_as_what_was_asked():
    assert extractive_summary(said("Write me a poem.")) == "- Asked: Write me a poem."


def test_small_talk_alone_gives_nothing():
    assert extractive_summary(talk("Hi!", "> Hello! How can I help you today?", "ok thanks")) == ""


def test_the_same_sentence_is_kept_once():
    assert extractive_summary(said("I like boats.", "I LIKE boats!")) == "- I like boats."


@pytest.mark.parametrize("with_vectors", [False, True])
def test_a_real_talk_keeps_decisions_tasks_preferences_and_facts(
    with_vectors: bool, embedder: OnnxEmbedder
):
    summary = ExtractiveSummariser(embedder if with_vectors else None)(TRIP)
    for kept in ("fly on 12 May", "aisle seats", "rental car by Friday", "allergic to peanuts"):
        assert kept in summary
    for left_out in ("How are you", "ok thanks", "packing list", "Let me know", "lovely"):
        assert left_out not in summary


def test_an_assistants_conclusion_is_kept_and_marked_only_where_i_or_you_would_mislead():
    summary = extractive_summary(
        talk(
            "The router drops the line every night.",
            "> The cause is an old firmware. I recommend version 7.",
        )
    )
    assert "- The cause is an old firmware." in summary
    assert "- Assistant: I recommend version 7." in summary


def test_the_on_device_assistant_is_never_quoted():
    assert extractive_summary(talk("~ I recommend the boat because we decided it.")) == ""


def test_what_an_answer_quoted_from_memory_is_not_logged_again():
    memory = InjectedMemory("long_term", "Ana likes film cameras", None, 0.9)
    quoted = talk("> The answer is that Ana likes film cameras.", injected=(memory,))
    assert extractive_summary(quoted) == ""
    dated = InjectedMemory("daily_log", "Something else", date(2026, 1, 1), 0.5)
    kept = talk("> The answer is that Ana likes film cameras.", injected=(dated,))
    assert "film cameras" in extractive_summary(kept)


def test_what_the_person_asked_to_forget_is_not_logged():
    summary = extractive_summary(
        said("My address is Seestrasse 12.", "I like boats.", "Forget my address.")
    )
    assert summary == "- I like boats."


def test_of_a_handful_of_sentences_none_is_left_out():
    told = ("Lena is 9.", "Paul is 6.", "Lena is allergic to nuts.", "Paul wants a bike.")
    more = ("The doctor is called Brenner.", "School ends at four.")
    assert extractive_summary(said(*told, *more)).count("\n") == len(told + more) - 1


def test_a_long_talk_gives_a_few_bullets():
    texts = [f"I saw the number {number} in the street." for number in range(200)]
    assert len(extractive_summary(said(*texts)).splitlines()) == MOST_BULLETS


def test_a_middling_talk_is_thinned_and_never_dumped():
    texts = [f"The {thing} stands in the garden." for thing in "abcdefghijklmnop"]
    assert len(extractive_summary(said(*texts)).splitlines()) <= len(texts) - 6


def test_a_huge_message_is_not_dumped():
    summary = extractive_summary(said("word " * 40_000))
    assert len(summary) <= LONGEST_BULLET + 10


def test_only_a_shortlist_of_a_long_session_is_embedded():
    embedder = CountingEmbedder()
    texts = [f"I think box {n} holds {n * 7 % 991} coins." for n in range(2_000)]
    summary = ExtractiveSummariser(embedder)(said(*texts))
    assert len(embedder.texts) == MOST_COMPARED
    assert len(summary.splitlines()) == MOST_BULLETS


def test_a_missing_model_leaves_it_to_the_words():
    broken = CountingEmbedder(EmbeddingUnavailable("no model"))
    assert ExtractiveSummariser(broken)(TRIP) == extractive_summary(TRIP)


def test_scripts_the_model_cannot_read_are_not_embedded():
    embedder = CountingEmbedder()
    ExtractiveSummariser(embedder)(said("我喜欢爬山。我住在苏黎世。Я живу в Риге."))
    assert embedder.texts == []


def test_the_same_talk_gives_the_same_summary(embedder: OnnxEmbedder):
    assert ExtractiveSummariser(embedder)(TRIP) == ExtractiveSummariser(embedder)(list(TRIP))


def test_saying_it_in_other_words_does_not_fill_the_summary(embedder: OnnxEmbedder):
    repeats = [
        "The server was down for two hours.",
        "For two hours the server was unavailable.",
        "The server was offline during two hours.",
        "There was a two hour outage of the server.",
        "The server did not work for two hours.",
    ]
    others = [
        "Ana baked bread with rye.",
        "The cat sleeps on the piano.",
        "Snow fell in the valley.",
    ]
    summary = ExtractiveSummariser(embedder)(said(*repeats, *others))
    for other in others:
        assert other in summary


@pytest.mark.parametrize(
    ("text", "kept", "left_out"),
    [
        (
            "Hallo! Wir haben beschlossen, am 3. Juni zu fliegen. Wie geht es dir?",
            "3. Juni",
            "Hallo",
        ),
        ("Hola. Prefiero el tren al avión. ¿Puedes ayudarme?", "Prefiero el tren", "ayudarme"),
        ("Bonjour. Nous avons décidé de vendre la voiture. Merci !", "vendre la voiture", "Merci"),
        ("Ciao! Ho deciso di studiare a Torino. Grazie!", "Torino", "Grazie"),
        ("Olá! Decidimos comprar a casa azul. Obrigado.", "casa azul", "Obrigado"),
        ("你好！我们决定五月去里斯本。你觉得呢？", "我们决定五月去里斯本。", "你好"),
        (
            "こんにちは。五月にリスボンへ行くことに決めました。ありがとうございます。",
            "リスボン",
            "ありがとう",
        ),
        ("안녕하세요. 우리는 오월에 리스본에 가기로 결정했어요. 감사합니다.", "리스본", "감사"),
        ("Привет! Мы решили поехать в Лиссабон в мае. Спасибо.", "Лиссабон", "Спасибо"),
        ("مرحبا. قررنا السفر إلى لشبونة في مايو. شكرا.", "لشبونة", "شكرا"),
        ("नमस्ते। हमने मई में लिस्बन जाने का तय किया। धन्यवाद।", "लिस्बन", "धन्यवाद"),
        ("สวัสดีครับ\nเราตัดสินใจไปลิสบอนในเดือนพฤษภาคม\nขอบคุณครับ", "ลิสบอน", "ขอบคุณ"),
    ],
)
def test_every_language_keeps_the_decision_and_drops_the_courtesy(
    text: str, kept: str, left_out: str
):
    summary = extractive_summary(said(text))
    assert kept in summary
    assert left_out not in summary


def test_tool_and_system_rows_are_not_read():
    assert extractive_summary(said('{"key": "secret"}', kind=MessageKind.TOOL_RESULT)) == ""
    assert extractive_summary(said("You are an assistant.", kind=MessageKind.SYSTEM)) == ""


@settings(max_examples=80)
@given(st.lists(st.text(max_size=200), max_size=8))
def test_any_text_at_all_gives_bullets_or_nothing(texts: list[str]):
    summary = extractive_summary(said(*texts))
    lines = summary.split("\n") if summary else []
    assert len(lines) <= MOST_BULLETS
    assert all(line.startswith("- ") and len(line) <= LONGEST_BULLET + 3 for line in lines)
