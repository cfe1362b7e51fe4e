"""Copies of the bundled model to damage, and small models that are whole but wrong."""

import base64
import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from app.embedding.model_files import CHECKSUMS, DESCRIPTION, GRAPH, TOKENIZER, WEIGHTS

BUNDLED = Path(__file__).resolve().parents[2] / "models"
PARTS = (GRAPH, WEIGHTS, TOKENIZER, DESCRIPTION)

# A valid graph with the right inputs that gives one number per token instead of a vector.
OTHER_SHAPE = base64.b64decode(
    "CAg6tAEKHwoJaW5wdXRfaWRzEgF2IgRDYXN0KgkKAnRvGAGgAQIKJAoOYXR0ZW50aW9uX21hc2sSAW0iBENhc3QqCQoC"
    "dG8YAaABAgoOCgF2CgFtEgFvIgNNdWwSAWdaHQoJaW5wdXRfaWRzEhAKDggHEgoKAxIBYgoDEgF0WiIKDmF0dGVudGlv"
    "bl9tYXNrEhAKDggHEgoKAxIBYgoDEgF0YhUKAW8SEAoOCAESCgoDEgFiCgMSAXRCBAoAEBI="
)


def copy_model(folder: Path) -> Path:
    folder.mkdir()
    for name in (*PARTS, CHECKSUMS):
        shutil.copyfile(BUNDLED / name, folder / name)
    return folder


def seal(folder: Path) -> None:
    """Writes checksums that match what is there: the folder is whole, if not right."""
    lines = [
        f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in PARTS
    ]
    (folder / CHECKSUMS).write_text("".join(lines), encoding="utf-8")


def describe(folder: Path, **changes: Any) -> None:
    description = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    (folder / DESCRIPTION).write_text(json.dumps({**description, **changes}), encoding="utf-8")
    seal(folder)


def truncate(path: Path) -> None:
    with path.open("rb+") as stream:
        stream.truncate(path.stat().st_size // 2)


def flip_a_bit(path: Path) -> None:
    with path.open("rb+") as stream:
        stream.seek(path.stat().st_size // 2)
        byte = stream.read(1)[0]
        stream.seek(-1, 1)
        stream.write(bytes([byte ^ 1]))
