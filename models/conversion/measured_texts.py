"""The fixed texts the model is calibrated with, and the others it is measured on."""

from pathlib import Path

FOLDER = Path(__file__).parent


def calibration_texts() -> list[str]:
    return _lines("calibration_texts.txt")


def proof_texts() -> list[str]:
    """Short sentences, then long texts made by joining neighbours: 2 to 24 sentences each."""
    sentences = _lines("proof_texts.txt")
    joined = [
        " ".join(sentences[start : start + size])
        for size in (2, 4, 8, 16, 24)
        for start in range(0, len(sentences) - size + 1, 2 * size)
    ]
    return sentences + joined


def _lines(name: str) -> list[str]:
    return (FOLDER / name).read_text(encoding="utf-8").splitlines()
