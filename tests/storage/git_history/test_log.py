import pytest

from app.contracts.errors import HistoryError, UnknownVersion, UnsafePath
from tests.storage.git_history.place import Place, SteppingClock, opened


def shas(place: Place, under: str | None, limit: int = 50) -> list[str]:
    """All pages put together."""
    found: list[str] = []
    start: str | None = None
    while True:
        page = place.history.log(under=under, start=start, limit=limit)
        assert len(page.commits) <= limit
        found += [commit.sha for commit in page.commits]
        if page.next_from is None:
            return found
        assert len(page.commits) == limit
        start = page.next_from


@pytest.fixture
def busy(place: Place) -> Place:
    for number in range(12):
        place.commit("memory/MEMORY.md", f"- fact {number}\n", "memory: update MEMORY.md")
        if number % 4 == 0:
            place.commit(f"memory/daily/2026-02-{number + 1:02d}.md", "log\n")
        if number % 5 == 0:
            place.commit("files/sub folder/a.md", f"{number}\n")
    (place.root / "files/sub folder/a.md").unlink()
    place.history.commit(["files/sub folder/a.md"], "file: delete files/sub folder/a.md")
    place.commit("files/sub folder/a.md", "back\n")
    return place


def test_pages_together_are_what_git_log_says(busy: Place):
    paths = [
        *(None, "", "memory", "memory/", "memory/MEMORY.md", "memory/daily", "files", ".gitignore"),
        *("files/sub folder/a.md", "memory/daily/2026-02-05.md", "nowhere", "files/a.md/below"),
    ]
    for under in paths:
        filtered = ["--", under] if under else []
        expected = busy.git("log", "--format=%H", *filtered).split()
        for limit in (1, 3, 50):
            assert shas(busy, under, limit) == expected, (under, limit)


def test_the_filter_comes_before_the_page_limit(busy: Place):
    """Pitfall 29: the newest commits are all about something else, and the page is full anyway."""
    for number in range(5):
        busy.commit("memory/MEMORY.md", f"- later {number}\n")
    page = busy.history.log(under="memory/daily", limit=2)
    assert len(page.commits) == 2
    assert page.next_from is not None
    older = busy.history.log(under="memory/daily", start=page.next_from, limit=2)
    assert [commit.message for commit in older.commits] == [
        "file: write memory/daily/2026-02-01.md"
    ]
    assert older.next_from is None


def test_a_deletion_is_in_the_log_of_its_file(busy: Place):
    """Pitfall 29."""
    messages = [commit.message for commit in busy.history.log(under="files").commits]
    assert messages[1] == "file: delete files/sub folder/a.md"


def test_the_log_is_the_same_after_packing(busy: Place):
    before = [shas(busy, under) for under in (None, "memory/daily", "files/sub folder/a.md")]
    busy.history.collect_garbage()
    after = [shas(busy, under) for under in (None, "memory/daily", "files/sub folder/a.md")]
    assert after == [[busy.git("rev-parse", "HEAD").strip(), *before[0]], *before[1:]]


def test_commits_stay_in_order_when_the_clock_goes_back(place: Place):
    for number in range(3):
        place.commit("memory/MEMORY.md", f"{number}\n", f"number {number}")
    earlier = opened(place.root, SteppingClock())
    earlier.commit("memory/MEMORY.md", "last\n", "last")
    assert earlier.history.log(limit=1).commits[0].message == "last"


def test_a_name_that_contains_another_entry_is_not_taken_for_it(place: Place):
    place.commit("files/x100644 b", "decoy\n")
    place.commit("files/a b", "other decoy\n")
    assert place.history.log(under="files/b").commits == ()


def test_a_merge_a_person_made_is_followed_along_main(place: Place):
    place.commit("memory/MEMORY.md", "- tea\n")
    place.git("config", "user.name", "P")
    place.git("config", "user.email", "p@example.org")
    place.git("checkout", "-q", "-b", "side")
    place.commit_by_hand("files/side.md", "side\n")
    place.git("checkout", "-q", "main")
    place.commit_by_hand("files/main.md", "main\n")
    place.git("merge", "-q", "--no-edit", "side")
    expected = place.git("log", "--first-parent", "--format=%H").split()
    assert shas(place, None, 2) == expected
    messages = [commit.message for commit in place.history.log(under="files/side.md").commits]
    assert messages == ["Merge branch 'side'"]


@pytest.mark.parametrize(
    "start",
    ["", "abc", "HEAD", "zzzz", "0" * 40, "deadbeef", "a" * 41, "--all", "main", "../x", "é" * 8],
)
def test_a_start_that_is_no_commit_is_an_unknown_version(busy: Place, start: str):
    with pytest.raises(UnknownVersion):
        busy.history.log(start=start)


def test_senseless_questions_are_refused(busy: Place):
    with pytest.raises(HistoryError):
        busy.history.log(limit=0)
    with pytest.raises(UnsafePath):
        busy.history.log(under="../outside")
