"""What a benchmark returns, and how it measures."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of the table: what was measured, how much, what it should reach, and what the peer needs."""

    what: str
    value: float
    unit: str
    goal: str = ""
    peer: float | None = None
    """The peer's figure from the same run; None where the peer isn't installed or has no such thing."""
    peer_name: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table of counts under a title of its own."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str | int, ...]]


def median_seconds(call: Callable[[], object], rounds: int = 15) -> float:
    """The median of several calls, after one that doesn't count."""
    call()
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """What running a program took."""

    seconds: float
    peak_megabytes: float
    exit_code: int
    output: str


# A process starts with the peak of whoever forked it, so the one that forks is small, and counts the seconds.
_LAUNCHER = """
import json, os, subprocess, sys, time
began = time.perf_counter()
child = subprocess.Popen(sys.argv[2:], close_fds=True)
_, status, usage = os.wait4(child.pid, 0)
told = {"seconds": time.perf_counter() - began, "peak": usage.ru_maxrss, "status": status}
os.write(int(sys.argv[1]), json.dumps(told).encode())
"""


def run_process(command: Sequence[str], environment: dict[str, str] | None = None) -> Process:
    """Run a program to its end. The peak is of the process itself, as the kernel counts it."""
    ours, theirs = os.pipe()
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _LAUNCHER, str(theirs), *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
        pass_fds=[theirs],
        check=True,
    )
    os.close(theirs)
    with os.fdopen(ours) as read:
        told = json.loads(read.read())
    return Process(
        seconds=told["seconds"],
        peak_megabytes=told["peak"] / 1024,
        exit_code=os.waitstatus_to_exitcode(told["status"]),
        output=done.stdout,
    )


def median_process(
    command: Sequence[str], rounds: int = 9, environment: dict[str, str] | None = None
) -> Process:
    """The run of median length among several, after one that doesn't count."""
    run_process(command, environment)
    runs = sorted((run_process(command, environment) for _ in range(rounds)), key=lambda run: run.seconds)
    return runs[len(runs) // 2]
