from app.memory.long_term_document import LongTermDocument
from app.memory.long_term_size import size_advice


def test_a_small_memory_needs_no_advice():
    assert size_advice(LongTermDocument("- tea\n"), 2_000) == ""


def test_more_than_two_hundred_lines_are_told():
    assert "200 lines" in size_advice(LongTermDocument("- tea\n" * 201), 32_000)


def test_a_memory_over_its_budget_is_told():
    assert "budget" in size_advice(LongTermDocument("- tea and cake\n" * 100), 200)
