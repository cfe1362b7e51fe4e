"""A place for the memory that cannot be one is named in a sentence, and left as it is."""

import os
import subprocess
import sys
from pathlib import Path

from app.wiring.environment import PROJECT


def test_a_file_where_the_folder_should_be_is_named_and_stays(tmp_path: Path):
    place = tmp_path / "notes.txt"
    place.write_text("mine\n", encoding="utf-8")
    variables = {**os.environ, "ONECLAW_HOME": str(place), "DISPLAY": ":never-reached"}
    done = subprocess.run(
        [sys.executable, "main.py"],
        cwd=PROJECT,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == os.EX_CANTCREAT
    assert done.stderr.splitlines()[-1] == (
        f"OneClaw cannot keep its memory in {place}: File exists."
        " Choose another folder with ONECLAW_HOME."
    )
    assert "Traceback" not in done.stderr
    assert place.read_text(encoding="utf-8") == "mine\n"
