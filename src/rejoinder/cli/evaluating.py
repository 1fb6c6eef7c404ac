"""An evaluation as it goes, and its counts at the end."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import click

import rejoinder
from rejoinder.cli import plain
from rejoinder.cli.options import Places
from rejoinder.cli.terminal import harmless, is_terminal


def evaluate(
    places: Places, questions: Path, databases: Path, *, most: int | None, each: bool, json: bool
) -> int:
    """Ask them all; what was counted before an interrupt is shown all the same."""
    settings = places.settings()
    asked: list[rejoinder.Asked] = []
    counting = not json and is_terminal(sys.stderr)

    async def ask() -> None:
        async for one in rejoinder.evaluate(questions, databases, settings=settings, most=most):
            asked.append(one)
            if each and not json:
                click.echo(harmless(f"{one.verdict.value:<11} {one.db}  {one.id}"))
            if counting:
                click.echo(f"\r{len(asked)} asked", nl=False, err=True)

    try:
        asyncio.run(ask())
    finally:
        if counting and asked:
            click.echo(err=True)
        if asked:
            _report(asked, settings.model, each=each, json=json)
    if not asked:
        raise rejoinder.UsageError(f"There is no question in `{questions}`.")
    return 0


def hold(
    cases: Path, catalog: Path | None, schemas: tuple[Path, ...], databases: tuple[str, ...], *, json: bool
) -> int:
    """A line for each case that doesn't hold, then their count. 1 if there is any."""
    held = list(rejoinder.hold_cases(cases, rejoinder.read_catalogs(catalog, schemas, databases)))
    broken = [case for case in held if case.why]
    if not held:
        raise rejoinder.UsageError(f"There is no case in `{cases}`.")
    if json:
        plain.echo({"cases": len(held), "broken": {case.id: case.why for case in broken}})
        return int(bool(broken))
    for case in broken:
        click.echo(harmless(f"{case.id}: {case.why}"))
    click.echo(f"{len(held) - len(broken):,} of {len(held):,} cases hold.")
    return int(bool(broken))


def replayed(places: Places, cases: Path, databases: str, rules_off: tuple[str, ...], out: Path) -> int:
    """Write a line for each case as it is done, then the counts."""
    settings = places.settings()
    done: list[rejoinder.Replayed] = []

    async def go() -> None:
        with out.open("w", encoding="utf-8") as lines:
            async for one in rejoinder.replay(cases, databases, settings=settings, rules_off=rules_off):
                done.append(one)
                lines.write(one.as_line() + "\n")

    try:
        asyncio.run(go())
    except OSError as error:
        raise rejoinder.UsageError(f"`{out}` can't be written: {error.strerror or error}.") from error
    finally:
        for corpus, defect, counts in rejoinder.count_replayed(done):
            numbers = ", ".join(f"{number:,} {name}" for name, number in counts.items())
            click.echo(harmless(f"{corpus}  {defect}: {numbers}"))
    return 0


def _report(asked: list[rejoinder.Asked], model: str, *, each: bool, json: bool) -> None:
    report = rejoinder.Report.of(asked)
    counts = {verdict.value: report.counts.get(verdict, 0) for verdict in rejoinder.Verdict}
    if json:
        plain.echo(
            {"model": model, "questions": report.questions, **counts} | ({"asked": asked} if each else {})
        )
        return
    click.echo(harmless(f"{model}: {report.questions} questions"))
    for verdict in rejoinder.Verdict:
        click.echo(f"{verdict.value:<11} {counts[verdict.value]:>6}  {report.share(verdict):6.1%}")
