from pathlib import Path

import pytest

from tests.storage.git_history.place import Place, new_place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return new_place(tmp_path / "files directory")
