"""Rows of whole files: only what changed is written, and several files at once."""

from hypothesis import given
from hypothesis import strategies as st

from app.contracts.memory_files import LONG_TERM_PATH
from app.memory.index_builder import WINDOW_TOKENS, IndexBuilder, fits_the_model
from app.memory.text.token_estimate import estimate_tokens
from app.storage.database import IndexRows
from app.storage.database.index_feed import IndexFeedRows
from tests.conftest import House
from tests.property_settings import without_deadline

MEMORY = (
    "# Long-term Memory\n\n## Preferences\n\n- Likes tea.\n- Likes tea.\n\n## Notes\n\n- Zürich.\n"
)
LOG = "memory/daily/2026-02-28.md"
LOG_TEXT = "# Daily Log - 2026-02-28\n\n- Sailed.\n"


def texts_of(house: House, path: str) -> list[str]:
    return [chunk.text for chunk in IndexRows(house.database).of_file(path)]


def test_an_added_entry_writes_one_row(house: House):
    feed = IndexFeedRows(house.database)
    house.index.index_file(LONG_TERM_PATH, MEMORY)
    before = feed.revision()
    changed = house.index.index_file(LONG_TERM_PATH, f"{MEMORY}- Bern.\n")
    assert changed == 1
    assert [chunk.text for chunk in feed.changes_after(before, 10).put] == ["- Bern."]


def test_several_files_are_brought_up_to_date_together(house: House):
    house.index.index_files({LONG_TERM_PATH: MEMORY, LOG: LOG_TEXT})
    assert texts_of(house, LOG) == ["- Sailed."]
    gone = house.index.index_files({LONG_TERM_PATH: "", LOG: ""})
    assert gone == {LONG_TERM_PATH: 3, LOG: 1}
    assert texts_of(house, LONG_TERM_PATH) == texts_of(house, LOG) == []


def test_the_ids_a_file_should_have_are_the_ones_it_gets(house: House):
    house.index.index_file(LONG_TERM_PATH, MEMORY)
    rows = IndexRows(house.database)
    expected = IndexBuilder(rows, house.clock, fits_the_model).ids_of(LONG_TERM_PATH, MEMORY)
    assert rows.ids_of_file(LONG_TERM_PATH) == expected
    assert len(expected) == 3


@without_deadline
@given(st.text(max_size=600))
def test_whether_a_text_fits_is_judged_by_its_tokens_alone(text: str):
    assert fits_the_model(text) == (estimate_tokens(text) <= WINDOW_TOKENS)
