"""What a process loads at its start, in a child of its own: nobody waits for what is not needed."""

import subprocess
import sys

import pytest

HEAVY = {"httpx", "httpcore", "h11", "onnxruntime", "tokenizers"}


@pytest.mark.parametrize("module", ["app.wiring.engine_process", "app.wiring.ui_process"])
def test_nothing_that_speaks_http_or_runs_a_model_comes_with_the_start(module: str):
    script = f"import sys, {module}\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    loaded = set(done.stdout.split())
    assert module in loaded
    assert not loaded & HEAVY
