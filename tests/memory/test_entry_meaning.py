"""On the bundled model: the same in other words is found, the opposite never."""

from collections.abc import Sequence

import pytest

from app.contracts.errors import EmbeddingUnavailable
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from app.memory.entry_meaning import NEAR_IN_MEANING, EmbeddedMeaning, cosine
from tests.embedding.model_folders import BUNDLED

THE_SAME = [
    ("Prefers tea to coffee", "Likes tea better than coffee"),
    ("Lives in Zurich", "The user's home is in Zurich"),
    ("Works as a nurse", "Is employed as a nurse"),
    ("Enjoys hiking in the mountains at weekends", "Likes to hike in the mountains on weekends"),
    ("Has a dog called Rex", "Owns a dog named Rex"),
    ("Enjoys watching films", "Likes watching movies"),
    ("Mother lives in Oslo", "Mom lives in Oslo"),
    ("The kids go to school in Bern", "Children go to school in Bern"),
    ("Loves quick recipes", "Likes fast recipes"),
    ("Job is nurse in Bern", "Works as a nurse in Bern"),
    ("Studies Japanese", "Learns Japanese"),
    ("Bought a car in 2020", "Purchased an automobile in 2020"),
]
OTHERWISE = [
    ("Likes tea", "Does not like tea"),
    ("Likes tea", "Dislikes tea"),
    ("Likes green tea", "Likes black tea"),
    ("Prefers tea over coffee", "Prefers coffee over tea"),
    ("Birthday is 12 May", "Birthday is 13 May"),
    ("Has two daughters", "Has three daughters"),
    ("Has two daughters", "Has two sons"),
    ("Lives in Zurich", "Lives in Geneva"),
    ("Has a dog called Rex", "Has a dog called Max"),
    ("Has a dog called Rex", "Has a cat called Rex"),
    ("Anna is my sister", "Anna is my mother"),
    ("Moved to Berlin", "Moved from Berlin"),
    ("Is allergic to peanuts", "Is no longer allergic to peanuts"),
    ("Works at Google", "Used to work at Google"),
    ("Meeting with Ana on Friday", "Meeting with Ana on Thursday"),
    ("Always uses tabs", "Never uses tabs"),
    ("Turns notifications on at night", "Turns notifications off at night"),
    ("Hates mornings", "Loves mornings"),
    ("Started smoking", "Stopped smoking"),
    ("Prefers short answers", "Prefers long answers"),
    ("Lends money to Paul", "Borrows money from Paul"),
    ("Is married to Tom", "Is divorced from Tom"),
    ("Father is alive", "Father is dead"),
    ("Lives in Oslo", "Sister lives in Oslo"),
    ("Mag Tee", "Mag keinen Tee"),
    ("Le gusta el café", "No le gusta el café"),
    ("用户喜欢爬山", "用户不喜欢爬山"),
]


@pytest.fixture(scope="module")
def meaning() -> EmbeddedMeaning:
    return EmbeddedMeaning(OnnxEmbedder(ModelSource([BUNDLED])))


@pytest.mark.parametrize(("one", "other"), THE_SAME)
def test_the_same_in_other_words_is_found(meaning: EmbeddedMeaning, one: str, other: str) -> None:
    assert meaning.find(one, ["Plays chess", other]) == 1
    assert meaning.find(other, ["Plays chess", one]) == 1


@pytest.mark.parametrize(("one", "other"), OTHERWISE)
def test_another_fact_is_never_the_same(meaning: EmbeddedMeaning, one: str, other: str) -> None:
    assert meaning.find(one, [other]) is None
    assert meaning.find(other, [one]) is None


def test_no_threshold_of_the_vectors_alone_could_tell_them_apart() -> None:
    """Why the words decide: an opposite is nearer than most of what means the same."""
    embedder = OnnxEmbedder(ModelSource([BUNDLED]))
    same = [cosine(*embedder.embed(pair)) for pair in THE_SAME]
    opposite = cosine(*embedder.embed(("Prefers tea over coffee", "Prefers coffee over tea")))
    assert opposite > max(same)
    assert min(same) >= NEAR_IN_MEANING


class NoModel:
    model_id = "none"

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        raise EmbeddingUnavailable("There is no model.")

    def token_count(self, text: str) -> int:
        return len(text)

    def release(self) -> None:
        pass


def test_without_a_model_nothing_is_found_and_nothing_fails() -> None:
    assert EmbeddedMeaning(NoModel()).find("Enjoys films", ["Likes movies"]) is None


def test_vectors_can_veto_what_the_table_says() -> None:
    class Orthogonal(NoModel):
        def embed(self, texts: Sequence[str]) -> list[bytes]:
            one, other = b"\x00\x00\x80\x3f", b"\x00\x00\x00\x00"
            return [one + other, *([other + one] * (len(texts) - 1))]

    assert EmbeddedMeaning(Orthogonal()).find("Enjoys films", ["Likes movies"]) is None
