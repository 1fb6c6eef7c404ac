"""The real program, in a process of its own: piped, or on a terminal."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROGRAM = (sys.executable, "-m", "rejoinder.cli")
PATIENCE = 60.0

# Where the tests run in the background, interrupts are ignored, and whoever is started inherits that.
_INTERRUPTIBLE = (
    "import os,signal,sys; signal.signal(signal.SIGINT,signal.SIG_DFL); os.execv(sys.argv[1],sys.argv[1:])"
)
# A new session takes this pseudo-terminal as its own, so that Ctrl-C typed into it is a real interrupt.
_LAUNCH = "import fcntl,termios; fcntl.ioctl(0,termios.TIOCSCTTY,0); " + _INTERRUPTIBLE
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Done:
    """How a process ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its output, as JSON."""
        return json.loads(self.out)


@dataclass(frozen=True, slots=True)
class Program:
    """`rejoinder`, with a home, a ledger and a folder of its own."""

    folder: Path
    environment: Mapping[str, str]

    def __call__(self, *words: str, input: str | None = None, **variables: str) -> Done:
        """Run it to its end, piped."""
        done = subprocess.run(
            [*PROGRAM, *words],
            check=False,
            cwd=self.folder,
            env={**self.environment, **variables},
            input=input,
            stdin=subprocess.DEVNULL if input is None else None,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    @contextlib.contextmanager
    def piped(self, *words: str) -> Iterator[subprocess.Popen[str]]:
        """Start it, piped, and kill what is left of it at the end."""
        with subprocess.Popen(
            [sys.executable, "-c", _INTERRUPTIBLE, *PROGRAM, *words],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as child:
            try:
                yield child
            finally:
                child.kill()

    @contextlib.contextmanager
    def on_a_terminal(self, *words: str, columns: int = 100, **variables: str) -> Iterator[Terminal]:
        """Run it on a terminal."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        child = subprocess.Popen(
            [sys.executable, "-c", _LAUNCH, *PROGRAM, *words],
            cwd=self.folder,
            env={**self.environment, "TERM": "xterm", "COLUMNS": str(columns), **variables},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        terminal = Terminal(child, ours)
        try:
            yield terminal
        finally:
            child.kill()
            child.wait()
            os.close(ours)


class Terminal:
    """What a person at a terminal sees and types."""

    def __init__(self, child: subprocess.Popen[bytes], descriptor: int) -> None:
        self._child = child
        self._descriptor = descriptor
        self.raw = ""

    @property
    def seen(self) -> str:
        """Everything so far, without colours and cursor movements."""
        return _ESCAPES.sub("", self.raw).replace("\r", "")

    def wait_for(self, text: str) -> str:
        """Read until a text has appeared, and give everything seen."""
        ends = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert self._more(ends), f"{text!r} never came:\n{self.seen}"
        return self.seen

    def type(self, text: str) -> None:
        """Type some keys."""
        os.write(self._descriptor, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self.type("\x03")

    def end(self) -> int:
        """Read to the end, and give the exit code."""
        ends = time.monotonic() + PATIENCE
        while self._more(ends):
            pass
        return self._child.wait(PATIENCE)

    def _more(self, ends: float) -> bool:
        ready, _, _ = select.select([self._descriptor], [], [], max(0.0, ends - time.monotonic()))
        if not ready:
            return False
        try:
            chunk = os.read(self._descriptor, 65536)
        except OSError:
            return False
        self.raw += chunk.decode(errors="replace")
        return bool(chunk)


def environment(folder: Path, **variables: str) -> Mapping[str, str]:
    """Nothing of the machine's but where its programs are, and this tree's code where it isn't the installed one."""
    return {
        **{name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ},
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")),
        "LANG": "C.UTF-8",
        "COLUMNS": "100",
        "REJOINDER_LEDGER": f"sqlite:///{folder}/ledger.db",
        **variables,
    }


def sentence(done: Done) -> str:
    """What it says on stderr, which is never a traceback."""
    assert "Traceback" not in done.err, done.err
    return done.err.strip()


def lines(text: str) -> Sequence[str]:
    """Its lines, without the space around them."""
    return [line.strip() for line in text.strip().splitlines()]
