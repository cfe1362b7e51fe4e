import base64
import json
import math
import struct
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.contracts.search import Embedder, Vector
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from tests.embedding.model_folders import BUNDLED

REFERENCE = Path(__file__).with_name("float_reference.json")


def test_a_vector_is_384_little_endian_floats_of_length_one(embedder: OnnxEmbedder):
    (vector,) = embedder.embed(["My sister lives in Porto."])
    assert len(vector) == 384 * 4
    assert math.hypot(*_floats(vector)) == pytest.approx(1, abs=1e-5)


def test_it_is_the_embedder_the_app_knows(embedder: OnnxEmbedder):
    known: Embedder = embedder
    assert known.embed([]) == []


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where does my sister live?", "Her home is a small flat in Porto."),
        ("What am I allergic to?", "Peanuts make my throat swell."),
        ("When is the rent due?", "The landlord wants the money on the third of each month."),
        ("Which sport did I take up?", "I started climbing at the indoor wall."),
    ],
)
def test_the_nearest_memory_answers_the_question(
    embedder: OnnxEmbedder, question: str, answer: str
):
    memories = [
        "Her home is a small flat in Porto.",
        "Peanuts make my throat swell.",
        "The landlord wants the money on the third of each month.",
        "I started climbing at the indoor wall.",
        "The printer is out of toner again.",
    ]
    asked, *remembered = embedder.embed([question, *memories])
    nearest = max(range(len(memories)), key=lambda index: _cosine(asked, remembered[index]))
    assert memories[nearest] == answer


def test_every_vector_stays_close_to_the_float_models(embedder: OnnxEmbedder):
    reference: dict[str, str] = json.loads(REFERENCE.read_text(encoding="utf-8"))
    for text, encoded in reference.items():
        expected = struct.unpack("<384e", base64.b64decode(encoded))
        (vector,) = embedder.embed([text])
        assert _dot(_floats(vector), expected) > 0.993, text


def test_results_come_in_the_order_of_the_texts(embedder: OnnxEmbedder):
    texts = [
        "a much longer sentence about the harvest of olives in autumn",
        "short",
        "",
        "mid size",
    ]
    together = embedder.embed(texts)
    assert together == list(reversed(embedder.embed(list(reversed(texts)))))


def test_a_text_has_the_same_vector_alone_and_among_others(embedder: OnnxEmbedder):
    texts = ["one", "The quarterly report is late. " * 12, "three!", "四"]
    assert embedder.embed(texts) == [embedder.embed([text])[0] for text in texts]


def test_another_load_and_another_thread_count_give_the_same_vectors(embedder: OnnxEmbedder):
    texts = ["deterministic", "The key is under the third flower pot from the left."]
    assert OnnxEmbedder(ModelSource([BUNDLED], threads=2)).embed(texts) == embedder.embed(texts)


def test_the_end_of_a_long_text_counts(embedder: OnnxEmbedder):
    opening = "The committee discussed the budget of the parish hall at length. " * 60
    ending = "The treasure is buried beneath the old lighthouse. " * 20
    assert embedder.token_count(opening) > embedder.window
    question, without, with_ending = embedder.embed(
        ["Where is the treasure hidden?", opening, opening + ending]
    )
    assert _cosine(question, with_ending) > _cosine(question, without) + 0.05
    assert math.hypot(*_floats(with_ending)) == pytest.approx(1, abs=1e-5)


def test_a_text_up_to_the_window_is_not_split(embedder: OnnxEmbedder):
    fits = "word " * 254
    assert embedder.token_count(fits) == embedder.window
    assert _cosine(*embedder.embed([fits, "word " * 200])) > 0.9


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\t",
        "\x00",
        "\ud800",
        "a\udfffb",
        "\u202e\u200d\ufeff",
        "🏳️‍🌈" * 50,
        "[PAD][CLS]",
        "z" * 10**6,
    ],
)
def test_no_text_is_too_strange(embedder: OnnxEmbedder, text: str):
    (vector,) = embedder.embed([text])
    assert math.hypot(*_floats(vector)) == pytest.approx(1, abs=1e-5)


_SOURCE = ModelSource([BUNDLED])


@given(text=st.text(st.characters(codec=None), max_size=60))
@settings(max_examples=40, deadline=None)
def test_any_text_has_a_unit_vector(text: str):
    (vector,) = OnnxEmbedder(_SOURCE).embed([text])
    assert math.hypot(*_floats(vector)) == pytest.approx(1, abs=1e-5)


def test_threads_share_one_embedder(embedder: OnnxEmbedder):
    fresh = OnnxEmbedder(ModelSource([BUNDLED]))
    texts = [f"note number {number} about the garden" for number in range(24)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(fresh.embed, [[text] for text in texts]))
    assert found == [[vector] for vector in embedder.embed(texts)]


def test_a_released_model_loads_again_and_says_the_same():
    embedder = OnnxEmbedder(ModelSource([BUNDLED]))
    before, name = embedder.embed(["again"]), embedder.model_id
    embedder.release()
    embedder.release()
    assert embedder.embed(["again"]) == before
    assert embedder.model_id == name


def test_releasing_under_a_running_batch_harms_neither():
    embedder = OnnxEmbedder(ModelSource([BUNDLED]))
    expected = embedder.embed(["steady"])[0]
    stop = Event()
    found: list[Vector] = []

    def embed_until_stopped() -> None:
        while not stop.is_set():
            found.extend(embedder.embed(["steady"]))

    worker = Thread(target=embed_until_stopped)
    worker.start()
    for _ in range(5):
        embedder.release()
        embedder.embed(["other"])
    stop.set()
    worker.join()
    assert set(found) <= {expected}


def test_it_is_released_only_after_it_was_idle_long_enough():
    now = [100.0]
    embedder = OnnxEmbedder(ModelSource([BUNDLED]), clock=lambda: now[0])
    embedder.embed(["a text"])
    now[0] = 159.0
    assert not embedder.release_if_idle(60)
    now[0] = 160.0
    assert embedder.release_if_idle(60)
    assert embedder.embed(["and loads again"])
    assert not embedder.release_if_idle(60)


def _floats(vector: Vector) -> tuple[float, ...]:
    return struct.unpack("<384f", vector)


def _cosine(left: Vector, right: Vector) -> float:
    return _dot(_floats(left), _floats(right))


def _dot(left: tuple[float, ...], right: tuple[float, ...]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))
