import pytest

from app.memory.text.function_words import function_words_of, language_of, without_asking
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


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("馒头是谁？", "馒头 ？"),
        ("小太郎はどんな犬ですか", "小太郎は 犬"),
        ("서연은 누구야?", "서연 ?"),
        ("What is it?", "What is it?"),
    ],
)
def test_what_only_asks_is_left_out_where_it_is_no_word_of_its_own(question: str, left: str):
    assert without_asking(question).split() == left.split()
