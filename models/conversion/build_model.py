"""`python -m models.conversion.build_model`: makes models/ from the checkpoint and proves it.

Needs `requirements.txt` beside it. Never runs in the app; the same inputs give the same bytes.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from onnx import ModelProto
from tokenizers import Tokenizer

from models.conversion.checkpoint import HIDDEN, WINDOW, Checkpoint, Floats, load_checkpoint
from models.conversion.float_model import FloatModel
from models.conversion.graph_writer import GraphWriter
from models.conversion.measured_texts import calibration_texts
from models.conversion.proof import prove
from models.conversion.quantisation import quantise_rows
from models.conversion.sentence_graph import SentenceGraph
from models.conversion.weights_file import WeightsFile

NAME = "all-MiniLM-L6-v2-int8"
GRAPH, WEIGHTS, TOKENIZER, DESCRIPTION = (
    "model.onnx",
    "model.weights",
    "tokenizer.json",
    "model.json",
)
PARTS = (GRAPH, WEIGHTS, TOKENIZER, DESCRIPTION)
CHECKSUMS = "checksums"
LARGEST_TOTAL = 25_000_000


def build(checkpoint: Checkpoint, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    _write_tokenizer(checkpoint, folder)
    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    weights = WeightsFile(WEIGHTS)
    writer = GraphWriter(weights)
    model = SentenceGraph(checkpoint, largest_inputs(checkpoint, tokenizer), writer).build()
    word_mean = weights.append(mean_word(checkpoint, tokenizer))
    (folder / GRAPH).write_bytes(model.SerializeToString(deterministic=True))
    weights.write(folder)
    _write_json(folder / DESCRIPTION, describe(model, tokenizer.get_vocab_size(), word_mean))
    _write_checksums(folder)


def largest_inputs(checkpoint: Checkpoint, tokenizer: Tokenizer) -> dict[str, Floats]:
    """The largest size each input channel of a product takes over the calibration texts."""
    found: dict[str, Floats] = {}

    def observe(name: str, values: Floats) -> None:
        sizes = np.abs(values).max(axis=0)
        found[name] = np.maximum(found[name], sizes) if name in found else sizes

    model = FloatModel(checkpoint)
    for text in calibration_texts():
        model.sentence_vector(tokenizer.encode(text).ids[:WINDOW], observe)
    return found


def mean_word(checkpoint: Checkpoint, tokenizer: Tokenizer) -> Floats:
    """The mean row of the (quantised) word table over real words and pieces."""
    table = quantise_rows(checkpoint.tensors["embeddings.word_embeddings.weight"])
    vocabulary: Mapping[str, int] = tokenizer.get_vocab()
    real = [number for piece, number in vocabulary.items() if not _is_placeholder(piece)]
    rows = table.values[sorted(real)].astype(np.float64) * table.scales[sorted(real)]
    return rows.mean(axis=0).astype(np.float32)


def _is_placeholder(piece: str) -> bool:
    """[PAD], [CLS], [unused17] …: rows that were never trained, or stand for no word."""
    return piece.startswith("[") and piece.endswith("]") and len(piece) > len("[]")


def describe(model: ModelProto, vocabulary: int, word_mean: int) -> dict[str, object]:
    """What the app has to know without opening the graph; offsets are bytes in the weights file."""
    offsets = {
        tensor.name: int(entry.value)
        for tensor in model.graph.initializer
        for entry in tensor.external_data
        if entry.key == "offset"
    }
    return {
        "name": NAME,
        "dimension": HIDDEN,
        "window": WINDOW,
        "vocabulary": vocabulary,
        "word_rows_offset": offsets["words"],
        "word_scales_offset": offsets["words.scales"],
        "word_mean_offset": word_mean,
    }


def _write_tokenizer(checkpoint: Checkpoint, folder: Path) -> None:
    """As published, but never cutting or padding: the app does neither silently."""
    content = {**checkpoint.tokenizer, "truncation": None, "padding": None}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    (folder / TOKENIZER).write_text(text, encoding="utf-8")


def _write_json(path: Path, content: Mapping[str, object]) -> None:
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def _write_checksums(folder: Path) -> None:
    """In the form `sha256sum --check checksums` reads."""
    lines = [
        f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in PARTS
    ]
    (folder / CHECKSUMS).write_text("".join(lines), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(__file__).resolve().parents[1])
    folder: Path = parser.parse_args().folder
    checkpoint = load_checkpoint()
    build(checkpoint, folder)
    report = [*prove(checkpoint, folder / GRAPH, folder / TOKENIZER), *_sizes(folder)]
    sys.stdout.write("\n".join(report) + "\n")


def _sizes(folder: Path) -> list[str]:
    sizes = {name: (folder / name).stat().st_size for name in PARTS}
    if sum(sizes.values()) > LARGEST_TOTAL:
        raise SystemExit(f"The model is too large: {sizes}")
    return [f"{size:>10,} bytes  {name}" for name, size in sizes.items()]


if __name__ == "__main__":
    main()
