"""A model server on loopback in a thread of its own: lists models, wants a key, streams an answer.

Speaks the words of chat completions, and of Ollama's own list of models.
"""

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from app.contracts.conversation import TokenUsage
from tests.providers.scripts import Script
from tests.providers.wire_openai import events


class ModelServer:
    """An empty `key` lets everyone in."""

    def __init__(self, key: str = "", models: tuple[str, ...] = ("alpha", "beta")) -> None:
        self.key = key
        self.models = models
        self.answer = "Grüezi from the model."
        self.asked: list[str] = []
        """Authorization of every request, in order."""
        self._http = _Listener(self)

    @property
    def port(self) -> int:
        return self._http.server_port

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @contextmanager
    def running(self) -> Generator["ModelServer"]:
        thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield self
        finally:
            self._http.shutdown()
            self._http.server_close()
            thread.join()


class _Listener(ThreadingHTTPServer):
    def __init__(self, models: ModelServer) -> None:
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.models = models


class _Conversation(BaseHTTPRequestHandler):
    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Tests are quiet."""

    def do_GET(self) -> None:
        names = self._models.models
        if self.path == "/api/tags":
            self._give(200, {"models": [{"name": name} for name in names]})
        elif self._is_welcome():
            self._give(200, {"data": [{"id": name} for name in names]})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if not self._is_welcome():
            return
        words = self._models.answer
        if asked.get("stream"):
            script = Script(texts=(words,), usage=TokenUsage(12, 5))
            self._send(200, "text/event-stream", b"".join(events(script)))
        else:
            answer = {"message": {"content": words}, "finish_reason": "stop"}
            self._give(200, {"choices": [answer]})

    @property
    def _models(self) -> ModelServer:
        assert isinstance(self.server, _Listener)
        return self.server.models

    def _is_welcome(self) -> bool:
        given = self.headers.get("authorization", "")
        self._models.asked.append(given)
        if self._models.key and given != f"Bearer {self._models.key}":
            self._give(401, {"error": {"message": "Incorrect API key"}})
            return False
        return True

    def _give(self, status: int, value: object) -> None:
        self._send(status, "application/json", json.dumps(value).encode())

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
