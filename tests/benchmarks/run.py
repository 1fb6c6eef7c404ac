"""`make bench`: runs every `bench_*.py` beside this file, and is the only writer of docs/reference/figures.md."""

from __future__ import annotations

import datetime as dt
import importlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from tests.benchmarks.figures import Figure, Grid

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "figures.md"
DATA = ROOT / "build" / "bench.json"

HEAD = """# Figures

Written by `make bench`, never by hand. Each figure is a median where it is a time, and was measured on this
machine, in this run, beside the peer where `make bench-peers` had installed it.

"""


def machine() -> dict[str, str]:
    """What the figures were measured on, and of what."""

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()

    changed = " with changes" if git("status", "--porcelain", "--untracked-files=no") else ""
    return {
        "commit": git("rev-parse", "--short=12", "HEAD") + changed,
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "parser": "fast (sqlglot[c])" if _compiled() else "pure (sqlglot in Python)",
    }


def section(measured: Sequence[Figure | Grid]) -> str:
    """What one benchmark measured: its figures in one table, then each grid under its title."""
    figures = table(found for found in measured if isinstance(found, Figure))
    grids = "".join(f"\n### {found.title}\n\n{grid(found)}" for found in measured if isinstance(found, Grid))
    return figures + grids


def grid(found: Grid) -> str:
    """A table of counts."""
    rows = [found.columns, tuple("---" for _ in found.columns), *found.rows]
    return "".join(f"| {' | '.join(str(cell) for cell in row)} |\n" for row in rows)


def table(figures: Iterable[Figure]) -> str:
    """The figures of one benchmark."""
    lines = ["| what | figure | to reach | the peer |", "| --- | --- | --- | --- |"]
    for figure in figures:
        what = f"{figure.what} ({figure.note})" if figure.note else figure.what
        lines.append(f"| {what} | {_amount(figure.value, figure.unit)} | {figure.goal} | {_peer(figure)} |")
    return "\n".join(lines) + "\n"


def page(measured: dict[str, Sequence[Figure | Grid]], facts: dict[str, str]) -> str:
    """The whole of docs/reference/figures.md."""
    told = "".join(f"- {name}: {fact}\n" for name, fact in facts.items())
    tables = "".join(f"\n## {name}\n\n{section(found)}" for name, found in measured.items())
    return HEAD + told + tables


def main(only: Sequence[str]) -> None:
    """Run all of them, or those whose names are given; the page is written only where all ran."""
    measured: dict[str, Sequence[Figure | Grid]] = {}
    for found in sorted(Path(__file__).parent.glob("bench_*.py")):
        if only and found.stem.removeprefix("bench_") not in only:
            continue
        module = importlib.import_module(f"tests.benchmarks.{found.stem}")
        title = (module.__doc__ or found.stem).strip().splitlines()[0].rstrip(".")
        print(f"== {title}", flush=True)
        measured[title] = module.main()
        print(section(measured[title]), flush=True)
    facts = machine()
    DATA.parent.mkdir(exist_ok=True)
    plain = {title: [asdict(each) for each in found] for title, found in measured.items()}
    DATA.write_text(json.dumps({"machine": facts, "figures": plain}, indent=2) + "\n", encoding="utf-8")
    if not only:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(page(measured, facts), encoding="utf-8")


def _amount(value: float, unit: str) -> str:
    digits = 0 if abs(value) >= 1000 else 1 if abs(value) >= 100 else 2 if abs(value) >= 1 else 3
    return f"{value:,.{digits}f} {unit}".replace(",", "\u202f").strip()


def _peer(figure: Figure) -> str:
    if figure.peer is None:
        return ""
    ratio = f", {figure.peer / figure.value:.1f} x" if figure.value else ""
    return f"{figure.peer_name} {_amount(figure.peer, figure.unit)}{ratio}".strip()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown"
    )


def _compiled() -> bool:
    """Whether the parser that is imported here is the compiled one: `sqlglot[c]` puts it beside the other."""
    found = importlib.import_module("sqlglot.parser").__file__ or ""
    return not found.endswith(".py")


if __name__ == "__main__":
    main(sys.argv[1:])
