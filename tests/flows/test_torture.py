"""A short stay in the torture chamber; `make torture` is the long one."""

from pathlib import Path

from tests.torture.afterwards import complaints
from tests.torture.killing import torture

KILLS = 18


def test_processes_killed_while_they_write_lose_and_double_nothing(tmp_path: Path):
    home = tmp_path / "home"
    home.mkdir()
    promises = torture(home, KILLS, seed=11)
    assert promises.count > KILLS
    assert complaints(home, promises) == []
