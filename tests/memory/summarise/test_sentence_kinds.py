import pytest

from app.memory.summarise.sentence_kinds import SentenceKind, forgotten_topic, is_offer, kind_of


@pytest.mark.parametrize(
    "sentence",
    [
        "Hi!",
        "Hello there",
        "ok thanks",
        "Thank you so much!",
        "Got it 👍",
        "Guten Morgen",
        "Hola",
        "Merci beaucoup.",
        "好的，谢谢",
        "はい、ありがとうございます",
        "네",
        "Привет!",
        "👍👍",
        "…",
        "Great, sounds good!",
        "How are you?",
    ],
)
def test_greetings_and_nods_are_empty_talk(sentence: str):
    assert kind_of(sentence) is SentenceKind.EMPTY_TALK


@pytest.mark.parametrize(
    "sentence",
    [
        "What does Ana like?",
        "who is ana",
        "what is the plan",
        "Is it far",
        "Wo ist der Schlüssel?",
        "你喜欢吗",
        "هل تحب الشاي؟",
        "これは何ですか",
        "¿Dónde está?",
        "So what do you think",
        "how old am i",
        "Wann muss ich zum Augenarzt",
        "Wie alt ist Paul",
        "Wogegen bin ich allergisch",
        "wat is my name",
        "were do i live",
        "What’s the plan",
    ],
)
def test_questions_are_known_with_and_without_their_mark(sentence: str):
    assert kind_of(sentence) in {SentenceKind.QUESTION, SentenceKind.EMPTY_TALK}
    assert kind_of(sentence) is not SentenceKind.STATEMENT


@pytest.mark.parametrize(
    "sentence",
    [
        "Write me a poem.",
        "Please translate this.",
        "Explain how DNS works.",
        "Schreib mir einen Brief.",
        "帮我写一封信。",
        "説明してください。",
        "Переведи это.",
    ],
)
def test_requests_are_known(sentence: str):
    assert kind_of(sentence) is SentenceKind.REQUEST


@pytest.mark.parametrize(
    "sentence",
    [
        "When we moved to Bern we bought a boat.",
        "What I like is tea.",
        "Noah.",
        "No boats today for Ana.",
        "I said no.",
        "The plan is to write a book.",
        "我喜欢爬山。",
        "Where I live there is snow.",
        "Thanks to Ana we found the keys.",
        "Vergiss nicht, dass Inge Katzen mag",
        "Was ich noch sagen wollte",
        "Wie gesagt, ich komme morgen",
        "Wo ich wohne, ist es still",
    ],
)
def test_statements_that_look_like_something_else_stay_statements(sentence: str):
    assert kind_of(sentence) is SentenceKind.STATEMENT


@pytest.mark.parametrize(
    ("sentence", "topic"),
    [
        ("Forget my address.", "my address"),
        ("Vergiss meine Adresse", "meine Adresse"),
        ("请忘记我的地址", "我的地址"),
        ("Don't remember this", "this"),
        ("Don’t remember this", "this"),
    ],
)
def test_a_wish_to_be_forgotten_names_its_topic(sentence: str, topic: str):
    assert kind_of(sentence) is SentenceKind.FORGET
    assert forgotten_topic(sentence).strip() == topic


def test_courtesies_of_an_assistant_are_offers():
    assert is_offer("Let me know if you need more!")
    assert not is_offer("The fix is to restart the router.")
