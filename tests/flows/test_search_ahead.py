"""The real engine has its model in memory by the time a message is written."""

from pathlib import Path

from tests.bench.idle_engine import work_a_little
from tests.flows.life import open_life

MODEL_RUNTIME = "onnxruntime"


def test_an_engine_without_work_loads_its_model_as_soon_as_somebody_writes(tmp_path: Path):
    with open_life(tmp_path / "home") as life:
        work_a_little(life)
    with open_life(tmp_path / "home") as life:
        life.until_engine_answers()
        assert MODEL_RUNTIME not in mapped_files(life.engine.process_id)
        life.chat.search_ahead.ask()
        assert MODEL_RUNTIME in mapped_files(life.engine.process_id)


def mapped_files(process: int | None) -> str:
    return Path(f"/proc/{process}/maps").read_text()
