"""`python -m rejoinder.testing SCRIPT`: a model service on loopback, until Ctrl-C.

What it says and in which format: see `rejoinder.testing.model_server` and `rejoinder.testing.wires.script`.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import threading
from pathlib import Path

from rejoinder.errors import UsageError
from rejoinder.testing.model_server import ModelServer
from rejoinder.testing.wires import anthropic, bedrock, google, openai, script
from rejoinder.testing.wires.spoken import Spoken, Wire

WIRES: dict[str, Wire] = {"openai": openai, "anthropic": anthropic, "google": google, "bedrock": bedrock}


def main(words: list[str] | None = None) -> int:
    """Serve, and return the exit code: 0 after Ctrl-C, 2 where it can't start."""
    given = _parser().parse_args(words)
    try:
        server = _server(given)
    except UsageError as error:
        print(error, file=sys.stderr)
        return UsageError.exit_code
    with server, contextlib.suppress(KeyboardInterrupt):
        print(server.url, flush=True)
        threading.Event().wait()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m rejoinder.testing",
        description="A model service on loopback that follows a script. It prints its URL: use it as "
        "`rejoinder query --model openai:any --model-url URL`.",
    )
    parser.add_argument(
        "script", metavar="SCRIPT", help="a file of JSON lines, each one answer; `-` for standard input"
    )
    parser.add_argument("--wire", choices=sorted(WIRES), default="openai", help="the format (openai)")
    parser.add_argument("--port", type=int, default=0, help="the port (any that is free)")
    parser.add_argument("--repeat", action="store_true", help="say the last line for ever")
    return parser


def _server(given: argparse.Namespace) -> ModelServer:
    """The server, not yet started. Raises `UsageError`."""
    lines = _lines(given.script)
    try:
        return ModelServer(lines, wire=WIRES[given.wire], repeat=given.repeat, port=given.port)
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise UsageError(f"Port {given.port} can't be used: {reason}.") from error


def _lines(name: str) -> list[Spoken]:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it isn't UTF-8 text"
        raise UsageError(f"The script `{name}` can't be read: {reason}.") from error
    return script.read(text)


if __name__ == "__main__":
    sys.exit(main())
