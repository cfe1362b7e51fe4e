from pathlib import Path

import pytest

from app.device.system_theme import is_system_dark


def answers(folder: Path, name: str, words: str) -> None:
    program = folder / name
    program.write_text(f'#!/bin/sh\necho "{words}"\n', encoding="utf-8")
    program.chmod(0o755)


def test_a_desktop_that_prefers_dark_is_dark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    answers(tmp_path, "gsettings", "'prefer-dark'")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert is_system_dark("linux")


def test_a_light_desktop_is_light(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    answers(tmp_path, "gsettings", "'default'")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert not is_system_dark("linux")


def test_a_system_that_cannot_be_asked_is_light(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not is_system_dark("linux")
    assert not is_system_dark("plan9")
