import logging
from pathlib import Path

import pytest

from app.contracts.errors import EmbeddingUnavailable
from app.embedding.model_files import GRAPH, TOKENIZER, WEIGHTS
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
from tests.embedding.model_folders import (
    BUNDLED,
    OTHER_SHAPE,
    copy_model,
    describe,
    flip_a_bit,
    seal,
    truncate,
)


def test_a_whole_downloaded_model_wins_over_the_bundled_one(tmp_path: Path):
    folder = copy_model(tmp_path / "models")
    describe(folder, name="downloaded")
    embedder = OnnxEmbedder(ModelSource([folder, BUNDLED]))
    assert embedder.model_id.startswith("downloaded-")
    assert embedder.embed(["same weights, same vector"]) == OnnxEmbedder(
        ModelSource([BUNDLED])
    ).embed(["same weights, same vector"])


def test_without_a_downloaded_model_the_bundled_one_is_used_silently(
    tmp_path: Path, embedder: OnnxEmbedder, caplog: pytest.LogCaptureFixture
):
    source = ModelSource([tmp_path / "models", BUNDLED])
    assert source.files().model_id == embedder.model_id
    assert _warnings(caplog) == []


def test_a_damaged_download_gives_way_to_the_bundled_model_with_one_warning(
    tmp_path: Path, embedder: OnnxEmbedder, caplog: pytest.LogCaptureFixture
):
    folder = copy_model(tmp_path / "models")
    truncate(folder / WEIGHTS)
    fallback = OnnxEmbedder(ModelSource([folder, BUNDLED]))
    assert fallback.model_id == embedder.model_id
    assert fallback.embed(["still here"]) == embedder.embed(["still here"])
    assert len(_warnings(caplog)) == 1


def test_a_whole_download_of_another_shape_gives_way_before_its_id_is_ever_given(
    tmp_path: Path, embedder: OnnxEmbedder, caplog: pytest.LogCaptureFixture
):
    folder = copy_model(tmp_path / "models")
    (folder / GRAPH).write_bytes(OTHER_SHAPE)
    seal(folder)
    assert ModelSource([folder, BUNDLED]).files().model_id == embedder.model_id
    assert len(_warnings(caplog)) == 1
    assert "shape" in _warnings(caplog)[0]


@pytest.mark.parametrize("name", [GRAPH, TOKENIZER])
def test_a_file_its_library_refuses_gives_one_warning_however_often_it_is_asked(
    tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture
):
    folder = copy_model(tmp_path / "models")
    (folder / name).write_bytes(b'{"garbage": true}')
    seal(folder)
    embedder = OnnxEmbedder(ModelSource([folder]))
    for _ in range(3):
        with pytest.raises(EmbeddingUnavailable):
            embedder.embed(["a text"])
    assert len(_warnings(caplog)) == 1


def test_weights_shorter_than_the_graph_says_are_refused_not_fatal(tmp_path: Path):
    folder = copy_model(tmp_path / "models")
    with (folder / WEIGHTS).open("rb+") as stream:
        stream.truncate(12_000_000)
    describe(folder, word_mean_offset=0)
    with pytest.raises(EmbeddingUnavailable):
        OnnxEmbedder(ModelSource([folder])).embed(["a text"])


def test_a_graph_of_another_shape_says_so_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    folder = copy_model(tmp_path / "models")
    (folder / GRAPH).write_bytes(OTHER_SHAPE)
    seal(folder)
    with pytest.raises(EmbeddingUnavailable):
        ModelSource([folder]).session()
    assert "not 384 numbers" in _warnings(caplog)[0]


def test_no_model_at_all_is_one_warning_and_a_sentence_without_paths(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    embedder = OnnxEmbedder(ModelSource([tmp_path / "downloaded", tmp_path / "bundled"]))
    attempts = [
        lambda: embedder.embed(["a"]),
        lambda: embedder.token_count("a"),
        lambda: embedder.model_id,
    ]
    for attempt in attempts:
        with pytest.raises(EmbeddingUnavailable) as caught:
            attempt()
        assert "cannot be used" in caught.value.sentence
        assert str(tmp_path) not in caught.value.sentence
    assert len(_warnings(caplog)) == 1


def test_no_folder_to_look_in_is_unavailable_every_time():
    source = ModelSource([])
    for _ in range(2):
        with pytest.raises(EmbeddingUnavailable):
            source.files()


def test_a_failed_model_is_tried_again_only_at_the_next_start(tmp_path: Path):
    folder = copy_model(tmp_path / "models")
    flip_a_bit(folder / WEIGHTS)
    source = ModelSource([folder])
    with pytest.raises(EmbeddingUnavailable):
        source.files()
    flip_a_bit(folder / WEIGHTS)
    with pytest.raises(EmbeddingUnavailable):
        source.files()
    assert OnnxEmbedder(ModelSource([folder])).embed(["repaired"])


@pytest.mark.parametrize("others", [[], [BUNDLED]])
def test_files_that_changed_while_released_are_refused(tmp_path: Path, others: list[Path]):
    folder = copy_model(tmp_path / "models")
    embedder = OnnxEmbedder(ModelSource([folder, *others]))
    embedder.embed(["before"])
    embedder.release()
    describe(folder, name="swapped")
    with pytest.raises(EmbeddingUnavailable):
        embedder.embed(["after"])


def test_the_choice_holds_though_a_download_arrives_later(tmp_path: Path):
    source = ModelSource([tmp_path / "models", BUNDLED])
    chosen = source.files()
    describe(copy_model(tmp_path / "models"), name="late")
    assert source.files() == chosen


def _warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
