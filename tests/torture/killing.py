"""Starts writers and an engine, and kills them at random moments until enough have died."""

import os
import random
import select
import subprocess
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

from app.wiring.environment import PROJECT, Environment
from tests.torture.commands import engine_command
from tests.torture.promises import Promises
from tests.torture.writers import KINDS, run_writer

WRITERS_AT_ONCE = 3
LONGEST_LIFE = 0.8
LONGEST_ENGINE_LIFE = 5.0
LONGEST_START = 60.0

# Children come from a process that has imported everything once, and nothing else.
_context = get_context("forkserver")
_context.set_forkserver_preload(["tests.torture.writers"])


class _Victim:
    def __init__(self, kind: str, home: Path, number: int) -> None:
        self._heard, told = _context.Pipe(duplex=False)
        self._process: BaseProcess = _context.Process(
            target=run_writer, args=(kind, str(home), number, told), daemon=True
        )
        self._process.start()
        told.close()

    @property
    def ear(self) -> int:
        return self._heard.fileno()

    def kill(self) -> list[str]:
        """Everything it acknowledged before it died."""
        self._process.kill()
        self._process.join()
        if self._process.exitcode is None or self._process.exitcode >= 0:
            raise RuntimeError(f"a writer ended by itself with {self._process.exitcode}")
        self._process.close()
        told = bytearray()
        while piece := os.read(self._heard.fileno(), 65_536):
            told += piece
        self._heard.close()
        return told.decode().splitlines()


class _Engine:
    """The real one, which dies sooner or later and is started again."""

    def __init__(self, home: Path, chance: random.Random) -> None:
        self._environment = Environment(home)
        self._chance = chance
        self.start()

    def start(self) -> None:
        self._dies_at = time.monotonic() + self._chance.uniform(0.3, LONGEST_ENGINE_LIFE)
        self._process = subprocess.Popen(
            engine_command(),
            cwd=PROJECT,
            env=self._environment.for_child(),
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()

    def die_if_it_is_time(self) -> bool:
        if time.monotonic() < self._dies_at:
            return False
        self.kill()
        self.start()
        return True


def torture(
    home: Path, kills: int, seed: int, tell: Callable[[int, Promises], None] = lambda _n, _p: None
) -> Promises:
    """Kills at least so many processes; what the dead had acknowledged."""
    chance = random.Random(seed)
    promises = Promises()
    killed = number = 0
    engine = _Engine(home, chance)
    try:
        while killed < kills:
            kinds = chance.sample(sorted(KINDS), WRITERS_AT_ONCE)
            victims = [_Victim(kind, home, number + place) for place, kind in enumerate(kinds)]
            number += len(victims)
            _let_live(victims, chance)
            chance.shuffle(victims)
            for victim in victims:
                time.sleep(chance.expovariate(20))
                promises.take(victim.kill())
            killed += len(victims) + engine.die_if_it_is_time()
            tell(killed, promises)
    finally:
        engine.kill()
    return promises


def _let_live(victims: list[_Victim], chance: random.Random) -> None:
    """Mostly until one of them has done something, and then a moment; some die being born."""
    if chance.random() < 0.1:
        time.sleep(chance.uniform(0, 0.5))
        return
    select.select([victim.ear for victim in victims], [], [], LONGEST_START)
    time.sleep(chance.uniform(0, LONGEST_LIFE))
