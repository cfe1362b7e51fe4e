"""What a process loads at its start, in a child of its own: nobody waits for what is not needed."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"httpx", "httpcore", "h11", "onnxruntime", "tokenizers", "keyring", "cryptography"}


@pytest.mark.parametrize("module", ["app.wiring.engine_process", "app.wiring.ui_process"])
def test_nothing_that_speaks_http_or_runs_a_model_comes_with_the_start(module: str):
    loaded = loaded_after(f"import {module}")
    assert module in loaded
    assert not loaded & HEAVY


def test_the_keyring_is_looked_for_at_the_first_key_and_not_before(tmp_path: Path):
    steps = "\n".join(
        (
            "from pathlib import Path",
            "from app.wiring.device_twins import secret_store",
            "from app.wiring.environment import Environment",
            f"store = secret_store(Environment(Path({str(tmp_path)!r})))",
        )
    )
    assert not loaded_after(steps) & HEAVY
    assert "keyring" in loaded_after(f"{steps}\nstore.get('a key')")


def loaded_after(steps: str) -> set[str]:
    script = f"{steps}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    return set(done.stdout.split())
