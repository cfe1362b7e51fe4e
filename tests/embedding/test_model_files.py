from pathlib import Path

import pytest

from app.embedding.model_files import (
    CHECKSUMS,
    DESCRIPTION,
    ModelFiles,
    NoModel,
    UnusableModel,
    inspect_model_folder,
)
from tests.embedding.model_folders import (
    BUNDLED,
    PARTS,
    copy_model,
    describe,
    flip_a_bit,
    seal,
    truncate,
)


def test_the_bundled_model_is_whole():
    files = inspect_model_folder(BUNDLED)
    assert isinstance(files, ModelFiles)
    assert files.window == 256
    assert files.model_id.startswith("all-MiniLM-L6-v2-int8-")


def test_the_bundled_model_stays_within_25_megabytes():
    assert sum((BUNDLED / name).stat().st_size for name in PARTS) <= 25_000_000


def test_an_empty_or_missing_folder_holds_no_model(tmp_path: Path):
    assert isinstance(inspect_model_folder(tmp_path), NoModel)
    assert isinstance(inspect_model_folder(tmp_path / "nowhere"), NoModel)


@pytest.mark.parametrize("name", [*PARTS, CHECKSUMS])
def test_a_missing_file_makes_a_model_unusable(tmp_path: Path, name: str):
    folder = copy_model(tmp_path / "model")
    (folder / name).unlink()
    outcome = inspect_model_folder(folder)
    assert isinstance(outcome, UnusableModel)
    assert name in outcome.reason


@pytest.mark.parametrize("name", PARTS)
def test_a_truncated_file_is_named(tmp_path: Path, name: str):
    folder = copy_model(tmp_path / "model")
    truncate(folder / name)
    assert inspect_model_folder(folder) == UnusableModel(f"{name} does not match its checksum")


@pytest.mark.parametrize("name", PARTS)
def test_one_flipped_bit_is_noticed(tmp_path: Path, name: str):
    folder = copy_model(tmp_path / "model")
    flip_a_bit(folder / name)
    assert inspect_model_folder(folder) == UnusableModel(f"{name} does not match its checksum")


@pytest.mark.parametrize("content", ["", "no checksums here at all", "\x00\xff", "deadbeef"])
def test_unreadable_checksums_make_a_model_unusable(tmp_path: Path, content: str):
    folder = copy_model(tmp_path / "model")
    (folder / CHECKSUMS).write_text(content, encoding="latin-1")
    assert isinstance(inspect_model_folder(folder), UnusableModel)


@pytest.mark.parametrize("content", ["", "[]", '"text"', "{}", "{", "null"])
def test_an_unreadable_description_makes_a_model_unusable(tmp_path: Path, content: str):
    folder = copy_model(tmp_path / "model")
    (folder / DESCRIPTION).write_text(content, encoding="utf-8")
    seal(folder)
    assert isinstance(inspect_model_folder(folder), UnusableModel)


def test_a_folder_in_a_files_place_makes_a_model_unusable(tmp_path: Path):
    folder = copy_model(tmp_path / "model")
    (folder / DESCRIPTION).unlink()
    (folder / DESCRIPTION).mkdir()
    assert isinstance(inspect_model_folder(folder), UnusableModel)


def test_a_model_of_another_dimension_is_refused(tmp_path: Path):
    folder = copy_model(tmp_path / "model")
    describe(folder, dimension=768)
    outcome = inspect_model_folder(folder)
    assert outcome == UnusableModel("its vectors have 768 numbers, not 384")


@pytest.mark.parametrize(
    "change",
    [
        {"window": 0},
        {"window": "256"},
        {"word_rows_offset": -1},
        {"word_scales_offset": 22_857_000},
        {"word_mean_offset": 22_857_216},
        {"vocabulary": 1_000_000},
    ],
)
def test_a_description_that_does_not_fit_the_weights_is_refused(
    tmp_path: Path, change: dict[str, object]
):
    folder = copy_model(tmp_path / "model")
    describe(folder, **change)
    assert isinstance(inspect_model_folder(folder), UnusableModel)


def test_another_name_or_one_other_bit_is_another_model_id(tmp_path: Path):
    folder = copy_model(tmp_path / "model")
    ids = {_model_id(folder)}
    describe(folder, name="some-other-model")
    ids.add(_model_id(folder))
    flip_a_bit(folder / "model.weights")
    seal(folder)
    ids.add(_model_id(folder))
    assert len(ids) == 3


def test_the_model_id_is_the_same_wherever_the_folder_is(tmp_path: Path):
    assert _model_id(copy_model(tmp_path / "elsewhere")) == _model_id(BUNDLED)


def _model_id(folder: Path) -> str:
    files = inspect_model_folder(folder)
    assert isinstance(files, ModelFiles)
    return files.model_id
