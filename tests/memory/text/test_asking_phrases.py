import pytest

from app.memory.text.asking_phrases import without_asking


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


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("¿En qué año cayó el muro?", "¿En cayó el muro?"),
        ("In welchem Jahr fiel die Mauer?", "In fiel die Mauer?"),
        ("В каком году упала стена?", "В упала стена?"),
        ("What year did the wall fall?", "did the wall fall?"),
        ("¿Cuántos años tiene el perro?", "¿Cuántos años tiene el perro?"),
    ],
)
def test_the_unit_an_answer_is_wanted_in_says_nothing_of_its_subject(question: str, left: str):
    assert without_asking(question).split() == left.split()


@pytest.mark.parametrize(
    ("request_", "left"),
    [
        ("Escribe un poema sobre volcanes", "un poema sobre volcanes"),
        ("Bitte übersetze das Rezept", "das Rezept"),
        ("¿De qué trata la novela que escribe Ana?", "¿De qué trata la novela que escribe Ana?"),
    ],
)
def test_what_is_to_be_done_is_left_out_at_the_beginning_alone(request_: str, left: str):
    assert without_asking(request_).split() == left.split()


@pytest.mark.parametrize(("question", "left"), [("무너졌어?", "무너졌 ?"), ("갈아요?", "갈 ?")])
def test_the_ending_of_a_korean_question_is_no_word(question: str, left: str):
    assert without_asking(question).split() == left.split()
