"""Entry point of the Android service (its own process): the same engine, told where it lies."""

import os

from app.wiring.engine_process import run_engine
from app.wiring.environment import read_environment

run_engine(read_environment(os.environ), dies_with_parent=False)
