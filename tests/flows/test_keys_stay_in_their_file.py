"""A key planted everywhere; afterwards every byte that was written is searched for it."""

import base64
import json
import os
import sqlite3
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.wiring.environment import PROJECT
from tests.fakes.loopback_model import Asked, Purpose, calls, loopback_model, refuses, says
from tests.flows.life import choose_model
from tests.providers import wire_openai
from tests.providers.raw_server import Reply, streaming
from tests.providers.scripts import SaidCall

SECRET = "sk-planted-Zx81Qm77LkWv20394857"


def call(name: str, **arguments: str) -> Reply:
    return calls(SaidCall(name, json.dumps(arguments)))


BROKEN = wire_openai.data({"error": {"message": f"bad key {SECRET}", "code": SECRET}})
ANSWERS: dict[str, Reply] = {
    "be refused": refuses(401, f"Incorrect API key provided: {SECRET}"),
    "be down": refuses(500, f"<html>{SECRET}</html>"),
    "break inside": streaming([wire_openai.chunk({"content": "Hm"}), BROKEN]),
    "echo in the answer": says(f"Your key is {SECRET}."),
    "echo piece by piece": says(f"It is {SECRET[:7]}", SECRET[7:12], f"{SECRET[12:]}."),
    "echo in a thought": says(f"<think>The key is {SECRET}</think>", "I know it."),
    "save it as a memory": call("save_memory", content=f"Uses {SECRET}"),
    "write it to a file": call("write_file", path="files/key.txt", content=f"{SECRET}\n"),
    "bungle a call": calls(SaidCall("write_file", f'{{"path": "{SECRET}'), SaidCall("fly", SECRET)),
    "export everything": call("git_bundle", output_path="exports/all.bundle"),
}


def decide(asked: Asked) -> Reply:
    """A server that echoes the key wherever a server can."""
    match asked.purpose:
        case Purpose.TITLE:
            return refuses(403, f"{SECRET} may not name things")
        case Purpose.SUMMARY if asked.earlier < 3:
            return refuses(500, f"{SECRET} is tired")
        case Purpose.SUMMARY:
            return says(f"## Daily Summary\n- They used {SECRET} today.\n")
        case _ if asked.results:
            return says("Done.")
        case _:
            return ANSWERS.get(asked.question, says("Fine."))


def spellings() -> tuple[bytes, ...]:
    return SECRET.encode(), base64.b64encode(SECRET.encode()), SECRET.encode("utf-16-le")


def holds_the_key(contents: bytes) -> bool:
    return any(spelling in contents for spelling in spellings())


def inside(file: Path) -> Iterator[bytes]:
    """The bytes of a file, and what is packed in it."""
    yield file.read_bytes()
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            yield from (archive.read(name) for name in archive.namelist())
    if file.name == "oneclaw.db":
        with closing(sqlite3.connect(file)) as connection:
            for (packed,) in connection.execute("SELECT packed FROM prompt_texts"):
                yield zlib.decompress(packed)


def places_with_the_key(home: Path) -> list[str]:
    files = [path for path in home.rglob("*") if path.is_file()]
    found = [
        path.relative_to(home).as_posix() for path in files if any(map(holds_the_key, inside(path)))
    ]
    git = ["git", "-c", "safe.directory=*", "-C", str(home), "cat-file"]
    objects = subprocess.run(
        [*git, "--batch-all-objects", "--batch"], check=True, capture_output=True
    ).stdout
    assert b"OneClaw Agent" in objects
    return found + (["git objects"] if SECRET.encode() in objects else [])


@pytest.mark.timeout(600)
def test_a_key_is_found_in_the_secrets_file_and_nowhere_else(tmp_path: Path):
    home = tmp_path / "home"
    with loopback_model(decide) as model:
        choose_model(home, model.address, key=SECRET)
        child = subprocess.run(
            [sys.executable, "-m", "tests.flows.careless_child", str(home), SECRET],
            cwd=PROJECT,
            env={**os.environ, "OPENAI_API_KEY": SECRET},
            capture_output=True,
            check=False,
        )
    assert child.returncode == 1, child.stderr[-3000:]
    assert b"nobody expected this" in child.stderr
    assert b"it failed with" in child.stderr
    assert b"DEBUG httpcore" in child.stderr
    assert SECRET.encode() not in child.stdout + child.stderr
    assert sorted(place.suffix for place in (home / "exports").iterdir()) == [
        ".bundle",
        ".json",
        ".zip",
    ]
    assert "Uses ***" in (home / "memory" / "MEMORY.md").read_text(encoding="utf-8")
    assert places_with_the_key(home) == ["secrets.json"]
