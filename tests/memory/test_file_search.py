from datetime import date

import pytest

from app.contracts.memory_files import LONG_TERM_PATH
from app.contracts.search import MemorySource, SearchQuery
from app.memory.search.file_search import FileSearch
from tests.conftest import House

TODAY = date(2026, 3, 1)
LOG = """# Daily Log - 2026-02-28

## 09:30 · Talk

- My sister Ana likes film cameras.
- The migration of billing is planned for Monday.
- 我喜欢在周末去爬山
- Hotel in Zürich is booked.

<!-- block abc -->
---
"""


@pytest.fixture
def search(house: House) -> FileSearch:
    for path, text in (
        ("memory/daily/2026-02-28.md", LOG),
        (
            LONG_TERM_PATH,
            "# Long-term Memory\n\n## Preferences\n- Tea over coffee <!-- pinned -->\n",
        ),
    ):
        house.files.write(path, text, based_on=house.files.read(path))
    return FileSearch(house.files)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("What does Ana like?", "My sister Ana likes film cameras."),
        ("migrate billing", "The migration of billing is planned for Monday."),
        ("爬山", "我喜欢在周末去爬山"),
        ("zurich hotel", "Hotel in Zürich is booked."),
        ("coffee", "Tea over coffee"),
    ],
)
def test_the_best_line_is_found(search: FileSearch, asked: str, found: str):
    hits = search.search(SearchQuery(asked, TODAY))
    assert hits[0].text == found


def test_a_hit_knows_where_it_is_from_and_how_old_it_is(search: FileSearch):
    (hit,) = search.search(SearchQuery("film cameras", TODAY))
    assert (hit.source, hit.date, hit.age_days) == (MemorySource.DAILY_LOG, date(2026, 2, 28), 1)
    assert hit.origin == "memory/daily/2026-02-28.md"


@pytest.mark.parametrize("asked", ["", "quantum chromodynamics", "the of and", "block abc", "🦀"])
def test_an_irrelevant_question_finds_nothing(search: FileSearch, asked: str):
    assert search.search(SearchQuery(asked, TODAY)) == ()


def test_filters_by_source_and_date(search: FileSearch):
    long_term = frozenset({MemorySource.LONG_TERM})
    assert search.search(SearchQuery("film cameras", TODAY, sources=long_term)) == ()
    assert search.search(SearchQuery("film cameras", TODAY, date_from=TODAY)) == ()


def test_an_unreadable_file_does_not_hide_the_others(house: House, search: FileSearch):
    (house.home / "memory" / "daily" / "2026-02-27.md").write_bytes(b"\xff\xfe\x00binary")
    assert search.search(SearchQuery("film cameras", TODAY))
