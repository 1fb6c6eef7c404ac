"""A model service on this machine's loopback that says what it is told to, in a real service's wire format.

    with ModelServer(["SELECT 1", Spoken(fault=Fault.RATE_LIMIT, retry_after=60)]) as server:
        provider = rejoinder.providers.openai.open("any", url=server.url)

It needs nothing but Python, keeps the requests it was sent, and ends with its block. From a shell it is
`python -m rejoinder.testing SCRIPT`.
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from rejoinder.testing.wires import openai
from rejoinder.testing.wires.spoken import Fault, Request, Response, Spoken, Wire

__all__ = ["Fault", "ModelServer", "Request", "Response", "Spoken", "Wire"]

_STATUS_OF_AN_EMPTY_SCRIPT = 410
_GLANCE_SECONDS = 0.02
"""How often a silent server looks whether its client is still there."""


class ModelServer:
    """Answers each request with the next line of its script, in the format of `wire` (OpenAI's, unless told).

    With `repeat` the last line is said for ever; else a request too many gets status 410, and is kept too.
    Port 0 is any that is free. Raises `OSError` where the port is taken.
    """

    def __init__(
        self,
        script: Sequence[str | Spoken],
        *,
        wire: Wire = openai,
        repeat: bool = False,
        port: int = 0,
    ) -> None:
        self._script = [line if isinstance(line, Spoken) else Spoken(text=line) for line in script]
        self._wire = wire
        self._repeat = repeat
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._silent = threading.Event()
        self._left = threading.Event()
        self._server = _Server(("127.0.0.1", port), self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self.requests: list[Request] = []
        """What was asked, oldest first."""

    @property
    def url(self) -> str:
        """What a client of this format takes as the service's URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}{self._wire.BASE}"

    def __enter__(self) -> ModelServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, request: Request) -> Response:
        """The next answer, in order."""
        with self._lock:
            self.requests.append(request)
            if not self._script:
                return Response(
                    status=_STATUS_OF_AN_EMPTY_SCRIPT, chunks=(b'{"error": "nothing left to say"}',)
                )
            spoken = self._script[0] if self._repeat and len(self._script) == 1 else self._script.pop(0)
        return self._wire.respond(spoken, request)

    def wait_until_silent(self, seconds: float = 30.0) -> bool:
        """Whether the server has said what it says and keeps silent, at the latest after so many seconds."""
        return self._silent.wait(seconds)

    def wait_until_left(self, seconds: float = 30.0) -> bool:
        """Whether a client has closed its connection while the server kept silent, likewise."""
        return self._left.wait(seconds)

    def keep_silent(self, connection: socket.socket) -> None:
        """Wait until the client leaves or the server ends."""
        self._silent.set()
        connection.settimeout(_GLANCE_SECONDS)
        while not self._closing.is_set():
            with contextlib.suppress(TimeoutError):
                if not _hears(connection):
                    self._left.set()
                    return


def _hears(connection: socket.socket) -> bool:
    """Whether the client is still there. Raises `TimeoutError` where it says nothing."""
    try:
        return connection.recv(1) != b""
    except ConnectionError:
        return False


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, address: tuple[str, int], owner: ModelServer) -> None:
        super().__init__(address, _Conversation)
        self.owner = owner

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that has gone is nobody's business."""


class _Conversation(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        """Read one request, and say the next line of the script."""
        length = int(self.headers.get("content-length", 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = json.loads(self.rfile.read(length) or b"{}")
        response = self.server.owner.answer(Request(path=self.path, headers=headers, body=body))
        self.close_connection = True
        if response.chunks or response.ending != "silence":
            self._send(response)
        if response.ending == "silence":
            self.server.owner.keep_silent(self.connection)

    def _send(self, response: Response) -> None:
        self.send_response(response.status)
        for name, value in response.headers.items():
            self.send_header(name, value)
        self.send_header("transfer-encoding", "chunked")
        self.send_header("connection", "close")
        self.end_headers()
        for chunk in response.chunks:
            self.wfile.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
        if response.ending == "whole":
            self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged."""
