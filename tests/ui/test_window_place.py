"""The window comes back where it was, and never where nobody can reach it."""

from pathlib import Path

import pytest

from app.ui.window_place import WindowPlace, read_place, write_place


def test_a_place_is_read_as_it_was_written(tmp_path: Path):
    file = tmp_path / "new" / "window.json"
    write_place(file, WindowPlace(900, 700, 10, 20))
    assert read_place(file) == WindowPlace(900, 700, 10, 20)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[1, 2]",
        '{"width": 900}',
        '{"width": "900", "height": 700}',
        '{"width": true, "height": 700}',
        '{"width": 3, "height": 2}',
        '{"width": 900, "height": 99999999}',
        '{"width": NaN, "height": 700}',
        "\x00\xff",
    ],
)
def test_a_silly_size_is_forgotten(tmp_path: Path, text: str):
    file = tmp_path / "window.json"
    file.write_text(text, encoding="latin-1")
    assert read_place(file) is None


@pytest.mark.parametrize("left", [-1, -32_000, 1_000_000, None])
def test_a_position_out_of_sight_is_left_to_the_system(tmp_path: Path, left: int | None):
    file = tmp_path / "window.json"
    write_place(file, WindowPlace(900, 700, left, 20))
    assert read_place(file) == WindowPlace(900, 700)


def test_a_silly_size_is_not_written(tmp_path: Path):
    file = tmp_path / "window.json"
    write_place(file, WindowPlace(900, 700))
    write_place(file, WindowPlace(1, 1))
    assert read_place(file) == WindowPlace(900, 700)


def test_a_place_that_cannot_be_written_is_no_loss(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    write_place(tmp_path / "file" / "window.json", WindowPlace(900, 700))
