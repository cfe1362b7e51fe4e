import pytest

from app.memory.text.function_words import function_words_of, language_of
from app.memory.text.words import fold


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Welchen Tee trinke ich am Morgen?", "german"),
        ("¿Cuánto pagué por la bicicleta?", "spanish"),
        ("Combien ai-je payé pour le vélo ?", "french"),
        ("Quanto ho pagato per la bicicletta?", "italian"),
        ("Quanto é que eu paguei pela bicicleta?", "portuguese"),
        ("Hoeveel heb ik voor de fiets betaald?", "dutch"),
        ("Какой чай я люблю?", "russian"),
        ("How much did I pay for the bicycle?", None),
        ("When did the cat die?", None),
        ("Where is La Paz?", None),
        ("E24", None),
        ("", None),
    ],
)
def test_a_question_is_at_home_in(question: str, language: str | None):
    words = [fold(word) for word in question.replace("?", " ").replace("-", " ").split()]
    assert language_of(words) == language


def test_english_loses_no_word_to_another_language():
    assert "die" in function_words_of("german")
    assert not function_words_of(None)
