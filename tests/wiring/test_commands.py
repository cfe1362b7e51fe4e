"""The commands the README promises, run through their own scripts."""

import os
import re
import stat
import subprocess
from pathlib import Path

from app.wiring.environment import PROJECT

WITHOUT_DISPLAY = {
    name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")
}


def make(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=PROJECT,
        env={**WITHOUT_DISPLAY, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_make_run_without_a_display_plays_a_session_and_says_how_to_get_a_window():
    ended = make("run")
    assert ended.returncode == 0, ended.stderr
    assert "You:      What does Ana like?" in ended.stdout
    assert "likes film cameras" in ended.stdout.split("What does Ana like?")[1]
    assert "memory/daily/" in ended.stdout
    assert "no display here" in ended.stdout
    pictures = list((PROJECT / "build" / "demo").glob("*.png"))
    assert len(pictures) >= 5
    assert all(picture.stat().st_size > 5_000 for picture in pictures)


def test_a_second_setup_installs_nothing():
    ended = make("setup-app")
    assert ended.returncode == 0
    assert ended.stdout == ""


def test_make_help_lists_every_public_target():
    listed = make("help").stdout
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^([a-z-]+):.*##", makefile, re.MULTILINE):
        assert f"make {target}" in listed


def test_every_make_command_in_the_readme_exists():
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"`make ([a-z-]+)", readme)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_without_root_the_setup_prints_the_one_line_to_run(tmp_path: Path):
    blind_python = _script(tmp_path / "python3", 'case "$*" in *libgl1*) printf " libgl1";; esac')
    _script(tmp_path / "id", "echo 1000")
    ended = make("setup-app", PYTHON=str(blind_python), PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert ended.returncode != 0
    assert "sudo apt-get install -y --no-install-recommends" in ended.stdout
    assert "libgl1" in ended.stdout


def test_continuous_integration_runs_the_same_command():
    script = (PROJECT / ".ci" / "run").read_text(encoding="utf-8")
    assert "make test" in script
    assert os.access(PROJECT / ".ci" / "run", os.X_OK)


def _script(path: Path, body: str) -> Path:
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path
