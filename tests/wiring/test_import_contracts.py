"""The directions between the rooms hold, and the check that says so can say no."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.wiring.environment import PROJECT

LINTER = Path(sys.executable).with_name("lint-imports")


@pytest.fixture
def copied_project(tmp_path: Path) -> Path:
    shutil.copytree(PROJECT / "app", tmp_path / "app", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    return tmp_path


def lint(project: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(LINTER), "--no-cache"], cwd=project, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("room", "planted"),
    [
        ("contracts", "import peewee"),
        ("contracts", "from app.memory import triggers"),
        ("memory", "from app.storage import memory_files"),
        ("memory", "from app.chat import send_message"),
        ("chat", "import kivy"),
        ("chat", "from app.providers import on_device"),
        ("ui", "from app.engine import engine"),
        ("ui", "from app.storage import database"),
        ("storage", "from app.memory import triggers"),
        ("storage", "from app.providers import on_device"),
        ("memory", "import onnxruntime"),
    ],
)
def test_a_planted_import_is_refused(copied_project: Path, room: str, planted: str):
    (copied_project / "app" / room / "planted.py").write_text(f'"""Planted."""\n\n{planted}\n')
    result = lint(copied_project)
    assert result.returncode != 0
    assert "BROKEN" in result.stdout


def test_a_screen_that_knows_another_is_refused(copied_project: Path):
    screen = copied_project / "app" / "ui" / "screens" / "memory" / "screen.py"
    screen.write_text(screen.read_text() + "\nfrom app.ui.screens.chat import view_model\n")
    assert lint(copied_project).returncode != 0


def test_a_view_model_that_knows_kivy_is_refused(copied_project: Path):
    model = copied_project / "app" / "ui" / "screens" / "memory" / "view_model.py"
    model.write_text(model.read_text() + "\nimport kivy\n")
    assert lint(copied_project).returncode != 0


def test_the_house_as_it_stands_is_accepted(copied_project: Path):
    result = lint(copied_project)
    assert result.returncode == 0, result.stdout
