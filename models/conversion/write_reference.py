"""Writes the float model's vectors of a few texts, for the app's tests to hold the int8 model to.

Only texts that fit the window: what the app does with longer ones is its own affair.

`python -m models.conversion.write_reference tests/embedding/float_reference.json`
"""

import base64
import json
import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from models.conversion.build_model import TOKENIZER
from models.conversion.checkpoint import WINDOW, load_checkpoint
from models.conversion.float_model import FloatModel
from models.conversion.measured_texts import proof_texts

EVERY = 24


def main() -> None:
    model = FloatModel(load_checkpoint())
    folder = Path(__file__).resolve().parents[1]
    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    reference: dict[str, str] = {}
    for text in proof_texts()[::EVERY]:
        ids = tokenizer.encode(text).ids
        if len(ids) > WINDOW:
            continue
        vector = model.sentence_vector(ids)
        reference[text] = base64.b64encode(vector.astype(np.dtype("<f2")).tobytes()).decode()
    content = json.dumps(reference, ensure_ascii=False, indent=1) + "\n"
    Path(sys.argv[1]).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
