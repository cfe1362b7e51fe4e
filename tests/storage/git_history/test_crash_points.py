"""Every operation is stopped at each of its steps in turn; git must accept what is left."""

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.storage.git_history.place import Place, SteppingClock, new_place, opened
from tests.storage.git_history.stopping_disk import Killed, StoppingDisk

SECRET = "the safe opens with 4711"


@pytest.fixture
def base(tmp_path: Path) -> Place:
    """A pack, loose objects, and a text to forget in both."""
    place = new_place(tmp_path / "base")
    place.commit("memory/daily/2026-02-28.md", f"- {SECRET}\n- other\n")
    place.history.collect_garbage()
    place.commit("files/a.md", f"a {SECRET}\n")
    return place


def stopped_everywhere(
    base: Place, operation: Callable[[Place], object]
) -> Iterator[tuple[Place, bool]]:
    """A fresh copy for every step, and whether the operation came to its end."""
    for step in count(1):
        root = base.root.with_name(f"copy-{step}")
        shutil.copytree(base.root, root)
        disk = StoppingDisk(root / ".git/oneclaw", step)
        place = opened(root, SteppingClock(), disk)
        is_finished = True
        try:
            operation(place)
        except Killed:
            is_finished = False
        yield place.reopened(), is_finished
        shutil.rmtree(root)
        if is_finished:
            return


def test_a_commit_stopped_anywhere_is_there_or_not_and_can_be_repeated(base: Place):
    before = base.messages()
    for place, _ in stopped_everywhere(
        base, lambda place: place.commit("memory/MEMORY.md", "- coffee\n", "new")
    ):
        place.check()
        assert place.messages() in (before, ["new", *before])
        place.history.prepare()
        place.history.commit(["memory/MEMORY.md"], "new")
        assert place.messages() == ["new", *before]
        assert place.history.uncommitted() == ()
        assert place.is_clean()
        place.check()


def test_a_first_start_stopped_anywhere_is_finished_by_the_next(tmp_path: Path):
    root = tmp_path / "empty"
    (root / "memory").mkdir(parents=True)
    (root / "memory/MEMORY.md").write_text("- tea\n")
    empty = opened(root, SteppingClock())
    for place, _ in stopped_everywhere(empty, lambda place: place.history.prepare()):
        place.history.prepare()
        assert place.messages() == ["init: initialize memory repository"]
        assert place.git("show", "HEAD:memory/MEMORY.md") == "- tea\n"
        assert place.is_clean()
        place.check()


def test_a_first_start_with_many_files_stopped_anywhere_is_finished_by_the_next(tmp_path: Path):
    """So many go into one pack."""
    root = tmp_path / "many"
    (root / "memory/daily").mkdir(parents=True)
    for number in range(120):
        (root / f"memory/daily/{number:03d}.md").write_text(f"day {number}\n")
    many = opened(root, SteppingClock())
    for place, is_finished in stopped_everywhere(many, lambda place: place.history.prepare()):
        place.history.prepare()
        assert place.messages() == ["init: initialize memory repository"]
        assert place.git("ls-files", "memory").count("\n") == 120
        assert place.is_clean()
        place.check()
        if is_finished:
            assert len(list((place.root / ".git/objects/pack").glob("*.pack"))) == 1
            assert not place.object_path("HEAD").exists()


def test_packing_stopped_anywhere_loses_nothing(base: Place):
    before = base.messages()
    for place, _ in stopped_everywhere(base, lambda place: place.history.collect_garbage()):
        place.check()
        assert place.messages()[-len(before) :] == before
        place.history.prepare()
        place.history.collect_garbage()
        assert place.messages()[-len(before) :] == before
        place.check()


def test_forgetting_stopped_anywhere_is_old_or_new_and_then_finished(base: Place):
    before = base.messages()
    outcomes: list[bool] = []
    for place, is_finished in stopped_everywhere(
        base, lambda place: place.history.forget([SECRET])
    ):
        place.check()
        place.history.prepare()
        outcomes.append(not remembers(place))
        assert outcomes[-1] or not is_finished
        if not outcomes[-1]:
            assert place.messages() == before
            place.history.forget([SECRET])
            assert not remembers(place)
        assert place.messages() == before
        assert place.history.uncommitted() == ("files/a.md", "memory/daily/2026-02-28.md")
        place.check()
    # Once it is decided there is no way back.
    assert outcomes == sorted(outcomes)
    assert set(outcomes) == {False, True}


def remembers(place: Place) -> bool:
    return SECRET.encode() in place.git_bytes("cat-file", "--batch", "--batch-all-objects")


def test_a_commit_right_after_a_stopped_forgetting_keeps_both(base: Place):
    """Another process may write before anybody prepares again."""
    before = base.messages()
    for place, _ in stopped_everywhere(base, lambda place: place.history.forget([SECRET])):
        place.commit("memory/MEMORY.md", "- coffee\n", "new")
        assert place.messages() == ["new", *before]
        place.check()
        place.history.prepare()
        assert place.messages() == ["new", *before]
        place.check()


def test_a_repair_stopped_anywhere_is_finished_by_the_next_start(base: Place):
    before = base.messages()
    base.commit("memory/MEMORY.md", "- coffee\n", "damaged soon")
    base.object_path("HEAD").write_bytes(b"")
    (base.root / ".git/index.lock").touch()
    for place, _ in stopped_everywhere(base, lambda place: place.history.prepare()):
        place.history.prepare()
        assert place.messages() == before
        assert (place.root / "memory/MEMORY.md").read_text() == "- coffee\n"
        place.check()
