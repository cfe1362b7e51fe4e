from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.contracts.memory_index import IndexedChunk
from app.contracts.search import MemorySource, SearchQuery
from app.memory.search.array_parts import compacted, from_parts, to_parts
from app.memory.search.candidates import eligible_slots
from app.memory.search.hybrid_search import HybridSearch
from app.memory.search.index_follower import IndexFollower
from app.memory.search.keyword_evidence import SoftWords
from app.memory.search.memory_arrays import MemoryArrays
from app.memory.search.question import read_question
from app.memory.search.ranking import rank
from app.memory.search.settings import SearchSettings
from app.storage.database import IndexRows
from app.storage.database.index_feed import IndexFeedRows
from app.storage.derived_arrays import DerivedArraysFile
from tests.conftest import House
from tests.memory.search.conftest import TODAY, Memory, query, texts

NOW = datetime(2026, 2, 1, tzinfo=UTC)
WORDS = ("tea", "lake", "cat", "train", "cello", "Zürich", "爬山", "garden")


def chunk(
    number: int, text: str, *, session: str = "s", vector: bytes | None = None
) -> IndexedChunk:
    return IndexedChunk(
        id=f"chunk-{number}",
        source=MemorySource.SESSION,
        date=date(2026, 1, 1),
        text=text,
        content_hash="",
        created_at=NOW,
        updated_at=NOW,
        position=number,
        session_id=session,
        author="person" if number % 2 else "assistant",
        vector=vector,
        model_id="m" if vector else "",
    )


def vector_of(seed: int) -> bytes:
    raw = np.random.default_rng(seed).normal(size=384).astype("<f4")
    return (raw / np.linalg.norm(raw)).astype("<f4").tobytes()


def ranking_of(arrays: MemoryArrays, text: str, vector: bytes | None) -> list[tuple[str, float]]:
    asked = SearchQuery(text, TODAY)
    question = read_question(text, TODAY, arrays.authors.all())
    numbers = None if vector is None else np.frombuffer(vector, dtype=np.float32)
    ranked = rank(
        arrays,
        asked,
        question,
        numbers,
        SoftWords(),
        eligible_slots(arrays, asked),
        SearchSettings(),
    )
    pairs = zip(map(int, ranked.slots), map(float, ranked.score), strict=True)
    return sorted((arrays.ids[slot], round(score, 4)) for slot, score in pairs)


CHANGES = st.lists(
    st.tuples(
        st.integers(0, 7),
        st.lists(st.sampled_from(WORDS), min_size=0, max_size=4),
        st.sampled_from(["s", "t"]),
    ),
    max_size=25,
)


@settings(max_examples=40, deadline=None)
@given(CHANGES, st.sampled_from(WORDS))
def test_arrays_changed_step_by_step_rank_as_arrays_made_at_once(
    changes: list[tuple[int, list[str], str]], word: str
):
    stepwise = MemoryArrays()
    final: dict[int, IndexedChunk] = {}
    for number, words, session in changes:
        if words:
            vector = vector_of(number) if len(words) % 2 else None
            final[number] = chunk(number, " ".join(words), session=session, vector=vector)
            stepwise.put((final[number],))
        else:
            final.pop(number, None)
            stepwise.remove((f"chunk-{number}",))
        stepwise.settle()
    at_once = MemoryArrays()
    at_once.put(final.values())
    at_once.settle()
    asked = vector_of(99) if any(one.vector for one in final.values()) else None
    expected = ranking_of(at_once, word, asked)
    assert ranking_of(stepwise, word, asked) == expected
    assert ranking_of(compacted(stepwise), word, asked) == expected


def test_saved_arrays_rank_as_before_and_can_still_be_changed():
    arrays = MemoryArrays()
    arrays.put(chunk(n, f"{WORDS[n % 8]} remark {n}", vector=vector_of(n)) for n in range(20))
    arrays.settle()
    small = compacted(arrays)
    parts = {name: memoryview(bytearray(part)) for name, part in to_parts(small, "line", 7).items()}
    read, lineage, revision = from_parts(parts)
    assert (lineage, revision) == ("line", 7)
    assert ranking_of(read, "garden", vector_of(7)) == ranking_of(arrays, "garden", vector_of(7))
    for changed in (arrays, read):
        changed.put((chunk(30, "a garden gate", vector=vector_of(30)),))
        changed.remove(("chunk-7",))
        changed.settle()
    assert ranking_of(read, "garden", vector_of(7)) == ranking_of(arrays, "garden", vector_of(7))


def test_in_a_large_memory_the_estimate_loses_no_good_hit():
    arrays = MemoryArrays()
    count = 6000
    arrays.put(
        chunk(n, f"remark {n}", session=f"s{n // 20}", vector=vector_of(n)) for n in range(count)
    )
    arrays.settle()
    wanted = np.frombuffer(vector_of(4321), dtype=np.float32)
    noise = np.frombuffer(vector_of(99_999), dtype=np.float32)
    asked = (wanted + 0.5 * noise).astype("<f4")
    asked /= np.linalg.norm(asked)
    found = ranking_of(arrays, "something else", asked.tobytes())
    assert max(found, key=lambda pair: pair[1])[0] == "chunk-4321"


def _filled(memory: Memory) -> None:
    memory.daily(
        date(2026, 2, 1), *(f"Fact {number} about {WORDS[number % 8]}" for number in range(510))
    )


def test_a_saved_cache_is_used_and_followed(memory: Memory, tmp_path: Path):
    _filled(memory)
    cache = DerivedArraysFile(tmp_path / "search.cache")
    first = HybridSearch(memory.feed, cache=cache)
    assert first.save()
    assert not first.save()
    memory.long_term("A brand new telescope")
    again = HybridSearch(memory.feed, cache=cache)
    assert texts(again.search(query("telescope"))) == ["A brand new telescope"]
    assert again.search(query("Fact 17")) == first.search(query("Fact 17"))


def test_a_damaged_cache_is_passed_over(memory: Memory, tmp_path: Path):
    _filled(memory)
    path = tmp_path / "search.cache"
    HybridSearch(memory.feed, cache=DerivedArraysFile(path)).save()
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)
    search = HybridSearch(memory.feed, cache=DerivedArraysFile(path))
    assert search.search(query("Fact 17"))


def test_a_cache_of_another_database_is_passed_over(memory: Memory, tmp_path: Path):
    _filled(memory)
    cache = DerivedArraysFile(tmp_path / "search.cache")
    HybridSearch(memory.feed, cache=cache).save()
    other = Memory(tmp_path / "other.db", memory.embedder)
    other.long_term("Likes lemon tea")
    search = HybridSearch(other.feed, cache=cache)
    assert search.search(query("Fact 17")) == ()
    assert texts(search.search(query("lemon"))) == ["Likes lemon tea"]
    other.database.close()


def test_search_goes_on_right_after_a_save(memory: Memory, tmp_path: Path):
    _filled(memory)
    cache = DerivedArraysFile(tmp_path / "search.cache")
    search = HybridSearch(memory.feed, cache=cache)
    before = search.search(query("Fact 17 about lake"))
    search.save()
    assert [hit.chunk_id for hit in search.search(query("Fact 17 about lake"))] == [
        hit.chunk_id for hit in before
    ]


def test_vectors_of_another_model_in_between_leave_the_good_ones_in_place(house: House):
    rows = IndexRows(house.database)
    path = "memory/daily/2026-02-28.md"
    house.index.index_file(path, "# Daily Log - 2026-02-28\n\n- tea\n- lake\n- cello\n")
    ids = sorted(rows.ids_of_file(path))
    follower = IndexFollower(IndexFeedRows(house.database))
    rows.put_vectors({one: vector_of(n) for n, one in enumerate(ids)}, "ours")
    assert follower.follow().columns.has_vector.all()
    rows.put_vectors({ids[0]: vector_of(9)}, "theirs")
    follower.follow()
    rows.put_vectors({ids[0]: vector_of(0)}, "ours")
    arrays = follower.follow()
    assert arrays.model_id == "ours"
    assert arrays.columns.has_vector.all()
