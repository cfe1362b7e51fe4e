from app.memory.text.highlight import highlighted
from app.memory.text.words import words_of


def marked(text: str, question: str) -> list[str]:
    return [piece.text for piece in highlighted(text, words_of(question)) if piece.is_changed]


def test_other_forms_of_a_word_are_marked_too():
    assert marked("Compared databases: PostgreSQL chosen.", "database") == ["databases"]


def test_a_chinese_word_is_marked_inside_its_sentence():
    assert marked("我喜欢喝绿茶和咖啡", "绿茶") == ["绿茶"]


def test_no_character_is_lost():
    text = "Ana’s birthday – 4 March!\n  Zürich"
    assert "".join(piece.text for piece in highlighted(text, words_of("zürich"))) == text
