"""What a model folder must hold, and whether it does. Reads and hashes; never loads a model.

A folder is whole when every file named in `checksums` is there with that SHA-256.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import cast

DIMENSION = 384
"""Of every stored vector (S5.3): a model of another size is not ours to use."""

GRAPH, WEIGHTS, TOKENIZER, DESCRIPTION = (
    "model.onnx",
    "model.weights",
    "tokenizer.json",
    "model.json",
)
CHECKSUMS = "checksums"
_PARTS = (GRAPH, WEIGHTS, TOKENIZER, DESCRIPTION)
_SHORT_DIGEST = 12
_FLOAT_BYTES = 4
_LEAST_WINDOW = 3
"""Start token, one piece, end token."""


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """A whole model folder. Offsets are bytes in the weights file: its word table, shared by all.

    `model_id` changes with any byte of any file, so vectors of two models never mix.
    """

    folder: Path
    model_id: str
    window: int
    vocabulary: int
    word_rows_offset: int
    word_scales_offset: int
    word_mean_offset: int

    @property
    def graph(self) -> Path:
        return self.folder / GRAPH

    @property
    def weights(self) -> Path:
        return self.folder / WEIGHTS

    @property
    def tokenizer(self) -> Path:
        return self.folder / TOKENIZER


@dataclass(frozen=True, slots=True)
class NoModel:
    """There is nothing here, which is normal for the folder of downloaded models."""

    reason: str


@dataclass(frozen=True, slots=True)
class UnusableModel:
    reason: str


def inspect_model_folder(folder: Path) -> ModelFiles | NoModel | UnusableModel:
    if not (folder / CHECKSUMS).exists() and not any((folder / name).exists() for name in _PARTS):
        return NoModel(f"no model in {folder.name}/")
    try:
        expected = _read_checksums(folder / CHECKSUMS)
        for name in _PARTS:
            if _digest(folder / name) != expected.get(name):
                return UnusableModel(f"{name} does not match its checksum")
        return _describe(folder, expected)
    except OSError as error:
        return UnusableModel(f"{Path(str(error.filename)).name}: {error.strerror}")
    except (KeyError, TypeError, ValueError) as error:
        return UnusableModel(f"unreadable description: {error}")


def _read_checksums(path: Path) -> dict[str, str]:
    lines = [line.split(maxsplit=1) for line in path.read_text(encoding="utf-8").splitlines()]
    return {name.strip(): digest for digest, name in lines}


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _describe(folder: Path, digests: dict[str, str]) -> ModelFiles | UnusableModel:
    content = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    description = cast("dict[str, object]", content)
    if description["dimension"] != DIMENSION:
        return UnusableModel(
            f"its vectors have {description['dimension']} numbers, not {DIMENSION}"
        )
    whole = hashlib.sha256("".join(digests[name] for name in _PARTS).encode()).hexdigest()
    files = ModelFiles(
        folder=folder,
        model_id=f"{description['name']}-{whole[:_SHORT_DIGEST]}",
        window=_number(description, "window"),
        vocabulary=_number(description, "vocabulary"),
        word_rows_offset=_number(description, "word_rows_offset"),
        word_scales_offset=_number(description, "word_scales_offset"),
        word_mean_offset=_number(description, "word_mean_offset"),
    )
    if files.window < _LEAST_WINDOW or not _word_table_fits(files):
        return UnusableModel(f"{DESCRIPTION} does not fit the other files")
    return files


def _number(description: dict[str, object], name: str) -> int:
    value = description[name]
    if not isinstance(value, int) or value < 0:
        raise TypeError(f"{name} is {value!r}")
    return value


def _word_table_fits(files: ModelFiles) -> bool:
    """A mapping that reaches past the end of its file kills the process when it is read."""
    ends = (
        files.word_rows_offset + files.vocabulary * DIMENSION,
        files.word_scales_offset + files.vocabulary * _FLOAT_BYTES,
        files.word_mean_offset + DIMENSION * _FLOAT_BYTES,
    )
    return max(ends) <= files.weights.stat().st_size
