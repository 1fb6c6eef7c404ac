"""What a benchmark returns, and how it measures."""

from __future__ import annotations

import os
import statistics
import subprocess
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


def run_process(command: Sequence[str], environment: dict[str, str] | None = None) -> Process:
    """Run a program to its end. The peak is of the process itself, as the kernel counts it."""
    began = time.perf_counter()
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    )
    assert child.stdout is not None
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stdout.close()
    return Process(
        seconds=time.perf_counter() - began,
        peak_megabytes=usage.ru_maxrss / 1024,
        exit_code=child.returncode,
        output=output,
    )


def median_process(
    command: Sequence[str], rounds: int = 9, environment: dict[str, str] | None = None
) -> Process:
    """The run of median length among several, after one that doesn't count."""
    run_process(command, environment)
    runs = sorted((run_process(command, environment) for _ in range(rounds)), key=lambda run: run.seconds)
    return runs[len(runs) // 2]
