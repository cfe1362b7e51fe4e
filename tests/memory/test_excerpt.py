from hypothesis import given, settings
from hypothesis import strategies as st

from app.memory.text.excerpt import excerpt_around
from app.memory.text.words import words_of

FILLER = "some words that nobody looks for " * 60


def around(text: str, query: str, length: int = 500) -> str:
    return excerpt_around(text, words_of(query), length)


def test_a_short_text_is_shown_whole():
    assert around("Saw the dentist", "dentist") == "Saw the dentist"


def test_the_hit_is_in_the_excerpt_wherever_it_stands():
    for text in (
        f"A dentist. {FILLER}",
        f"{FILLER} a dentist {FILLER}",
        f"{FILLER} a dentist",
    ):
        shown = around(text, "dentist")
        assert "dentist" in shown
        assert len(shown) <= 500


def test_cut_ends_are_marked_and_words_stay_whole():
    shown = around(f"{FILLER}the dentist {FILLER}", "dentist")
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert set(shown.strip("…").split()) <= {*FILLER.split(), "the", "dentist"}
    assert around(f"The dentist {FILLER}", "dentist").startswith("The dentist")
    assert around(f"{FILLER} the dentist", "dentist").endswith("the dentist")


def test_the_place_with_most_of_the_words_is_shown():
    text = f"The dentist was nice. {FILLER} On Tuesday the dentist comes. {FILLER}"
    assert "On Tuesday the dentist comes." in around(text, "dentist Tuesday")


def test_words_are_found_as_the_index_finds_them():
    assert "migration" in around(f"{FILLER}the migration {FILLER}", "migrate")
    assert "Zürich" in around(f"{FILLER}in Zürich now {FILLER}", "zurich")
    assert "E-Mail" in around(f"{FILLER}by E-Mail only {FILLER}", "email")


def test_scripts_without_spaces_are_cut_around_the_hit():
    text = (
        "今天天气很好我们一起去公园散步" * 60 + "我喜欢在周末去爬山" + "然后我们回家吃饭看电影" * 60
    )
    shown = around(text, "爬山")
    assert "爬山" in shown
    assert len(shown) <= 500


def test_a_hit_by_meaning_shows_the_beginning():
    shown = around(FILLER, "submarine")
    assert FILLER.startswith(shown.rstrip("…"))
    assert around(FILLER, "") == shown


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=300), st.text(max_size=300), st.integers(120, 200))
def test_an_excerpt_is_never_longer_than_asked_and_never_loses_the_hit(
    before: str, after: str, length: int
):
    text = f"{before} needle {after}"
    shown = around(text, "needle", length)
    assert len(shown) <= length
    assert "needle" in shown.casefold()
