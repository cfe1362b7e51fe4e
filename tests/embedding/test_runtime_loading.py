"""What a fresh process loads, and when: watched from outside, in a child."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PREPARE = """
import sys
from pathlib import Path
from app.embedding.model_source import ModelSource
from app.embedding.onnx_embedder import OnnxEmbedder
source = ModelSource([Path("models")])
embedder = OnnxEmbedder(source)
def loaded():
    print(*(name for name in ("tokenizers", "onnxruntime") if name in sys.modules), sep=",")
"""


def test_nothing_is_loaded_for_the_model_id_and_only_the_tokenizer_for_counting():
    steps = "loaded(); embedder.model_id; loaded(); embedder.token_count('x'); loaded()"
    assert _run(PREPARE + steps) == ["", "", "tokenizers"]


def test_the_runtime_comes_with_the_first_text():
    assert _run(PREPARE + "embedder.embed(['x']); loaded()") == ["tokenizers,onnxruntime"]


def test_word_vectors_never_load_the_runtime():
    steps = "from app.embedding.word_vectors import WordVectors\n"
    steps += "WordVectors(source).vectors(['word']); loaded()"
    assert _run(PREPARE + steps) == ["tokenizers"]


def test_embedding_opens_no_socket():
    forbid = """
def forbid(event, arguments):
    if event.startswith("socket."):
        raise SystemExit("opened a socket: " + event)
sys.addaudithook(forbid)
embedder.embed(["offline"])
print("done")
"""
    assert _run(PREPARE + forbid) == ["done"]


def _run(program: str) -> list[str]:
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()
