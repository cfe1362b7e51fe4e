from datetime import date, timedelta

import pytest

from app.contracts.errors import EmbeddingUnavailable
from app.contracts.search import MemorySource, SearchQuery, Vector
from app.embedding.word_vectors import WordVectors
from app.memory.search.hybrid_search import HybridSearch, SearchModels
from tests.memory.search.conftest import TODAY, Memory, query, texts

FACTS = (
    "Anna is allergic to peanuts",
    "Prefers window seats on trains",
    "Learns the cello on Thursdays",
    "The cat is called Momo",
    "Is building a greenhouse behind the house",
)


def test_a_word_finds_its_bullet_first(memory: Memory):
    memory.long_term(*FACTS)
    assert memory.find("Which instrument does she learn, the cello?")[0] == FACTS[2]


@pytest.mark.parametrize(
    ("asked", "fact"),
    [
        ("爬山", "我喜欢在周末去爬山"),
        ("migrate", "The migration of the server is planned for March"),
        ("zurich", "Grew up in Zürich"),
        ("고양이", "우리 집에 고양이가 있다"),
        ("собаку", "У Ивана есть собака"),
        ("コーヒー", "朝はコーヒーを飲む"),
    ],
)
def test_pitfall_14_every_script_is_found(memory: Memory, asked: str, fact: str):
    memory.long_term(*FACTS, fact)
    assert memory.find(asked) == [fact]


@pytest.mark.parametrize(
    "asked", ["quantum chromodynamics lattice", "Bundesliga standings", "量子力学", "", "?", "the"]
)
def test_an_irrelevant_question_finds_nothing_by_keywords(memory: Memory, asked: str):
    memory.long_term(*FACTS)
    assert memory.find(asked) == []


@pytest.mark.parametrize(
    "asked", ["lattice quantum chromodynamics", "Who won the Bundesliga in 1987?", "tax form 1099"]
)
def test_an_irrelevant_question_finds_nothing_by_meaning(memory: Memory, asked: str):
    memory.long_term(*FACTS)
    assert memory.model_search().search(query(asked)) == ()


def test_meaning_finds_what_shares_no_word(memory: Memory):
    memory.long_term(*FACTS)
    hits = memory.model_search().search(query("Which foods are dangerous for Anna to eat?"))
    assert texts(hits)[0] == FACTS[0]
    assert hits[0].vector_score is not None


def test_like_words_join_what_stems_cannot(memory: Memory, word_vectors: WordVectors):
    memory.long_term("Her doctor prescribed new glasses", *FACTS)
    memory.embed()
    search = HybridSearch(memory.feed, SearchModels(memory.embedder, word_vectors))
    assert texts(search.search(query("physician")))[:1] == ["Her doctor prescribed new glasses"]


def test_a_memory_where_every_chunk_has_the_word_is_still_found(memory: Memory):
    memory.long_term("Hiking on Sundays", "Hiking boots are size 40", "Hiking with Tom in May")
    assert len(memory.find("hiking")) == 3


def test_a_single_memory_is_found(memory: Memory):
    memory.long_term("Likes lemon tea")
    assert memory.find("lemon tea") == ["Likes lemon tea"]


def test_an_empty_memory_finds_nothing(memory: Memory):
    assert memory.find("anything") == []


def test_pitfall_17_a_chunk_without_a_vector_is_found_among_those_that_have_one(memory: Memory):
    memory.long_term(*FACTS)
    memory.embed()
    memory.daily(TODAY, "Bought a telescope for the balcony")
    hits = HybridSearch(memory.feed, SearchModels(memory.embedder)).search(query("telescope"))
    assert texts(hits)[0] == "Bought a telescope for the balcony"
    assert hits[0].vector_score is None


def test_pitfall_17_a_chunk_that_was_embedded_later_is_searched_by_meaning(memory: Memory):
    memory.long_term(*FACTS)
    search = HybridSearch(memory.feed, SearchModels(memory.embedder))
    asked = query("Are there foods that could make Anna sick?", limit=1)
    assert all(hit.vector_score is None for hit in search.search(asked))
    memory.embed()
    (hit,) = search.search(asked)
    assert hit.vector_score is not None
    assert hit.text == f"- {FACTS[0]}"


class _NoModel:
    model_id = "gone"

    def embed(self, texts: object) -> list[Vector]:
        raise EmbeddingUnavailable("No model.")

    def token_count(self, text: str) -> int:
        return len(text)

    def release(self) -> None: ...


def test_without_a_usable_model_keywords_go_on(memory: Memory):
    memory.long_term(*FACTS)
    memory.embed()
    search = HybridSearch(memory.feed, SearchModels(_NoModel()))
    assert texts(search.search(query("peanuts"))) == [FACTS[0]]


def test_pitfall_17_vectors_of_another_model_are_not_compared(memory: Memory):
    memory.long_term(*FACTS)
    memory.embed()
    stored = memory.store.all()
    memory.store.put_vectors({chunk.id: chunk.vector or b"" for chunk in stored}, "older model")
    search = HybridSearch(memory.feed, SearchModels(memory.embedder))
    assert all(hit.vector_score is None for hit in search.search(query("peanuts")))


def test_s6_7_a_hit_explains_itself(memory: Memory):
    memory.daily(TODAY - timedelta(days=10), "Ordered Tulips for the greenhouse")
    (hit,) = memory.search().search(query("tulip greenhouses"))
    assert hit.source is MemorySource.DAILY_LOG
    assert hit.date == TODAY - timedelta(days=10)
    assert hit.age_days == 10
    assert hit.matched_words == ("tulip", "greenhouses")
    assert hit.origin == "memory/daily/2026-02-18.md"
    assert hit.vector_score is None
    assert 0 < hit.score < 1
    assert 0 < hit.keyword_score <= 1


def test_sources_and_dates_filter(memory: Memory):
    memory.long_term("Plays chess")
    memory.daily(date(2026, 2, 1), "Won a chess game")
    memory.daily(date(2026, 2, 20), "Lost a chess match")
    search = memory.search()
    assert len(search.search(query("chess"))) == 3
    assert texts(search.search(query("chess", MemorySource.LONG_TERM))) == ["Plays chess"]
    in_february = SearchQuery("chess", TODAY, date_from=date(2026, 2, 10), date_to=TODAY)
    assert texts(search.search(in_february)) == ["Lost a chess match"]


def test_the_conversation_that_asks_is_not_its_own_answer(memory: Memory):
    memory.talk("asking", TODAY, (None, "Where did I put the telescope?"))
    memory.talk("past", TODAY, (None, "I put the telescope in the attic."))
    asked = SearchQuery("Where did I put the telescope?", TODAY, without_session="asking")
    assert texts(memory.search().search(asked)) == ["I put the telescope in the attic."]


def test_s6_7_near_identical_hits_are_shown_once(memory: Memory):
    memory.daily(date(2026, 2, 1), "Booked the flight to Lisbon for the conference in May")
    memory.daily(date(2026, 2, 2), "Booked the flight to Lisbon, for the conference in May!")
    memory.daily(date(2026, 2, 3), "The Lisbon hotel is near the river")
    assert len(memory.find("Lisbon flight conference")) == 2


def test_limit_counts_distinct_hits(memory: Memory):
    for day in range(1, 11):
        memory.daily(date(2026, 2, day), "Watered the plants on the balcony")
    memory.daily(date(2026, 2, 20), "The balcony door was painted green")
    assert len(memory.find("balcony", limit=2)) == 2
    assert memory.search().search(query("balcony", limit=0)) == ()


def test_a_named_author_comes_first_and_is_no_search_word(memory: Memory):
    memory.talk(
        "s",
        TODAY,
        ("Maria", "I adopted a beagle last week, he is so sweet."),
        ("John", "Lovely! I adopted a parrot myself."),
        ("Maria", "What does the vet say about him?"),
        ("John", "The vet is happy with the parrot."),
    )
    first_of_john = memory.find("What did John adopt?")[0]
    assert first_of_john.startswith("Lovely!")
    assert memory.find("What did Maria adopt?")[0].startswith("I adopted a beagle")


def test_i_is_the_person_and_you_the_assistant(memory: Memory):
    memory.talk(
        "s",
        TODAY,
        (None, "My sourdough bread failed again."),
        ("assistant", "For sourdough bread try a longer rest in the fridge."),
        (None, "Thanks, good night."),
    )
    assert memory.find("What did you tell me about sourdough bread?")[0].startswith("For sourdough")
    assert memory.find("How did my sourdough bread turn out?")[0].startswith("My sourdough")


def test_an_answer_is_found_by_the_words_of_its_question(memory: Memory):
    memory.talk(
        "s",
        TODAY,
        (None, "Unrelated weather talk about rain."),
        ("assistant", "Which car does your sister drive?"),
        (None, "An old red Fiat."),
        ("assistant", "Nice."),
    )
    assert "An old red Fiat." in memory.find("sister car")


def test_neighbours_of_another_session_do_not_count(memory: Memory):
    memory.talk("one", TODAY, (None, "The marathon is in October."))
    memory.talk("two", TODAY, (None, "The soup needs salt."))
    assert memory.find("marathon") == ["The marathon is in October."]


def test_a_question_about_a_day_finds_that_day(memory: Memory):
    memory.daily(date(2026, 2, 16), "Dinner with Lena at the harbour")
    memory.daily(date(2026, 1, 5), "Dinner with Lena at her place")
    hits = memory.find("What happened with Lena on 16 February?")
    assert hits[0] == "Dinner with Lena at the harbour"


def test_pitfall_15_long_term_entries_do_not_decay(memory: Memory):
    memory.long_term("Collects stamps")
    (hit,) = memory.search().search(SearchQuery("stamps", date(2036, 1, 1)))
    (fresh,) = memory.search().search(SearchQuery("stamps", TODAY))
    assert hit.score == fresh.score
    assert hit.age_days == 0


def test_s6_5_of_two_equal_logs_the_newer_comes_first(memory: Memory):
    memory.daily(date(2025, 3, 1), "Repaired the bicycle brakes")
    memory.daily(date(2026, 2, 20), "Bicycle lights got repaired")
    assert memory.find("bicycle") == ["Bicycle lights got repaired", "Repaired the bicycle brakes"]


def test_s6_9_deleting_a_session_removes_its_hits_at_once(memory: Memory):
    memory.talk("s", TODAY, (None, "The safe code is in the blue folder."))
    search = memory.search()
    assert search.search(query("safe code"))
    memory.sessions.delete("s", memory.messages.newest("s")[0].said_at)
    assert search.search(query("safe code")) == ()


def test_a_changed_file_is_searched_as_it_is_now(memory: Memory):
    memory.long_term("Drinks coffee")
    search = memory.search()
    assert search.search(query("coffee"))
    memory.long_term("Drinks tea")
    assert search.search(query("coffee")) == ()
    assert texts(search.search(query("tea"))) == ["Drinks tea"]
