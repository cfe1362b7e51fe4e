from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from app.contracts.memory_files import LONG_TERM_PATH, daily_log_path
from app.memory.file_chunks import FileChunks
from tests.memory.random_markdown import markdown
from tests.property_settings import without_deadline

_BULLETS = st.lists(
    st.sampled_from(
        ["- likes tea", "- likes tea  ", "* runs", "- seldom <!-- tool 2026-02-28 -->", "- a <!--",
         "- b -->", "+ plus", "## Preferences", "## Notes", "# Long-term Memory", "- " + "x" * 40,
         "  hangs below", "```", ""]
    ),
    max_size=20,
).map("\n".join)  # fmt: skip
texts = st.one_of(markdown, _BULLETS)


def fits(text: str) -> bool:
    return len(text) <= 30


@without_deadline
@given(st.lists(texts, min_size=1, max_size=4))
def test_what_is_remembered_changes_nothing(versions: list[str]):
    remembering = FileChunks(fits)
    for text in versions:
        assert remembering.of(LONG_TERM_PATH, text) == FileChunks(fits).of(LONG_TERM_PATH, text)


@without_deadline
@given(_BULLETS, _BULLETS, _BULLETS)
def test_an_edit_in_the_middle_gives_what_a_fresh_look_gives(before: str, middle: str, after: str):
    remembering = FileChunks(fits)
    remembering.of(LONG_TERM_PATH, f"{before}\n{after}")
    edited = f"{before}\n{middle}\n{after}"
    assert remembering.of(LONG_TERM_PATH, edited) == FileChunks(fits).of(LONG_TERM_PATH, edited)


def test_the_same_bullet_in_another_file_or_section_is_another_chunk():
    chunks = FileChunks(fits)
    text = "## Notes\n- likes tea\n- runs\n## Preferences\n- likes tea\n- runs\n"
    long_term = chunks.of(LONG_TERM_PATH, text).ids
    logged = chunks.of(daily_log_path(date(2026, 2, 28)), text).ids
    assert len({*long_term, *logged}) == 8
    assert chunks.of(LONG_TERM_PATH, text).ids == long_term


def test_equal_bullets_are_told_apart_by_their_number():
    chunks = FileChunks(fits)
    once = chunks.of(LONG_TERM_PATH, "- likes tea\n").ids
    thrice = chunks.of(LONG_TERM_PATH, "- likes tea\n" * 3)
    assert thrice.ids[0] == once[0]
    assert len(set(thrice.ids)) == 3
    assert thrice.lines == [0, 1, 2]
