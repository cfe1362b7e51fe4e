from pathlib import Path

import pytest

from app.ui.last_look import Look, read_look, write_look


def test_a_look_is_read_as_it_was_written(tmp_path: Path):
    file = tmp_path / "new" / "look.json"
    write_look(file, Look(is_dark=True, font_scale=1.15))
    assert read_look(file) == Look(is_dark=True, font_scale=1.15)


@pytest.mark.parametrize("text", ["", "[]", '{"is_dark": 1, "font_scale": 1}', '{"is_dark": true}'])
def test_what_makes_no_sense_is_no_look(text: str, tmp_path: Path):
    file = tmp_path / "look.json"
    file.write_text(text, encoding="utf-8")
    assert read_look(file) is None


@pytest.mark.parametrize("scale", ["99", "0", "NaN"])
def test_a_scale_nobody_can_read_is_the_usual_one(scale: str, tmp_path: Path):
    file = tmp_path / "look.json"
    file.write_text(f'{{"is_dark": true, "font_scale": {scale}}}', encoding="utf-8")
    assert read_look(file) == Look(is_dark=True)
