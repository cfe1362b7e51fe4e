import os
import socket
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.contracts.engine_link import (
    LENGTH_BYTES,
    Frame,
    body_length,
    decode_body,
    encode_frame,
)
from app.contracts.errors import DatabaseBusy
from app.engine.socket_server import MOST_CONNECTIONS, SocketServer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    # The kernel's limit for socket addresses is short; the test folder's name may not be.
    short = Path("/tmp") / f"oneclaw-test-{os.getpid()}"  # noqa: S108
    short.mkdir(mode=0o700, exist_ok=True)
    return short / f"{abs(hash(tmp_path)) % 10**8}.sock"


@pytest.fixture
def server(path: Path) -> Iterator[SocketServer]:
    made = SocketServer(path, {"echo": lambda frame: {"said": frame.get("word")}})
    made.start()
    yield made
    made.close()


def connect(path: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(10)
    connection.connect(str(path))
    return connection


def read_exactly(connection: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        part = connection.recv(count - len(data))
        assert part, "the connection ended"
        data += part
    return data


def ask(connection: socket.socket, frame: Frame) -> Frame:
    connection.sendall(encode_frame(frame))
    return decode_body(
        read_exactly(connection, body_length(read_exactly(connection, LENGTH_BYTES)))
    )


def test_a_call_is_answered_and_the_connection_stays(server: SocketServer, path: Path):
    with connect(path) as connection:
        assert ask(connection, {"call": "echo", "word": "爬山"}) == {"ok": True, "said": "爬山"}
        assert ask(connection, {"call": "echo", "word": 2}) == {"ok": True, "said": 2}


def test_an_unknown_call_is_answered_with_an_error(server: SocketServer, path: Path):
    with connect(path) as connection:
        assert ask(connection, {"call": "format disk"})["ok"] is False


def test_only_this_user_may_open_the_socket(server: SocketServer, path: Path):
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "garbage",
    [b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 64, (5).to_bytes(4, "big") + b"[1,2]", b"\x00\x00"],
)
def test_garbage_ends_that_connection_and_no_other(
    server: SocketServer, path: Path, garbage: bytes
):
    with connect(path) as bad:
        bad.sendall(garbage)
        bad.shutdown(socket.SHUT_WR)
        with suppress(ConnectionResetError):  # the kernel's word for "closed with bytes unread"
            assert bad.recv(16) == b""
    with connect(path) as good:
        assert ask(good, {"call": "echo", "word": "still here"})["said"] == "still here"


def test_another_users_process_gets_no_answer(path: Path):
    server = SocketServer(path, {"echo": lambda _: {}}, user=os.getuid() + 1)
    server.start()
    with connect(path) as connection:
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(encode_frame({"call": "echo"}))
        with suppress(ConnectionResetError):
            assert connection.recv(1) == b""
    server.close()


def test_a_frame_that_never_ends_is_dropped_however_steadily_it_comes(path: Path):
    server = SocketServer(path, {"echo": lambda _: {}}, quiet_seconds=0.2)
    server.start()
    with connect(path) as connection, suppress(BrokenPipeError, ConnectionResetError):
        connection.settimeout(0.02)
        connection.sendall((1_000_000).to_bytes(4, "big"))
        while True:
            connection.sendall(b" ")
            try:
                assert connection.recv(1) == b""
            except TimeoutError:
                continue
            break
    with connect(path) as good:
        assert ask(good, {"call": "echo"})["ok"] is True
    server.close()


def test_a_failed_answer_is_a_sentence_and_the_connection_stays(path: Path):
    def fails(_frame: Frame) -> Frame:
        raise DatabaseBusy("The database is busy.")

    server = SocketServer(path, {"look": fails, "echo": lambda _: {}})
    server.start()
    with connect(path) as connection:
        assert ask(connection, {"call": "look"}) == {"ok": False, "error": "The database is busy."}
        assert ask(connection, {"call": "echo"})["ok"] is True
    server.close()


def test_a_crowd_is_sent_away_and_nobody_else(path: Path):
    server = SocketServer(path, {"echo": lambda _: {}})
    server.start()
    crowd = [connect(path) for _ in range(MOST_CONNECTIONS)]
    assert all(ask(one, {"call": "echo"})["ok"] for one in crowd)
    with connect(path) as one_too_many, suppress(ConnectionResetError):
        assert one_too_many.recv(1) == b""
    assert all(ask(one, {"call": "echo"})["ok"] for one in crowd)
    for one in crowd:
        one.close()
    server.close()


def test_a_socket_left_by_a_killed_engine_is_replaced(path: Path):
    left = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    left.bind(str(path))
    left.close()
    server = SocketServer(path, {"echo": lambda _: {}})
    server.start()
    with connect(path) as connection:
        assert ask(connection, {"call": "echo"})["ok"] is True
    server.close()
    assert not path.exists()
