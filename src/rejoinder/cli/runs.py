"""Runs of the ledger: which one is meant, all of them in a list, and one as a story."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import click

import rejoinder
from rejoinder.cli import plain
from rejoinder.cli.options import Places
from rejoinder.cli.terminal import harmless, json_text, styled, width

_PREFIX = 6
"""So many characters of a run's name may stand for it, where they fit one run alone."""


def found_run(places: Places, name: str | None, *, last: bool, end: str = "") -> rejoinder.RunSummary:
    """The run of that name, or of a beginning of it, or the newest (with that end). Raises `RunNotFound`."""
    from rejoinder.cli.turns import opened

    if last == (name is not None):
        raise click.UsageError("Name a run (`rejoinder runs` lists them), or say `--last`.")
    with opened(places) as agent:
        if last:
            newest = agent.runs(rejoinder.RunQuery(end=end, limit=1))
            if not newest:
                what = {"": "", "open": " that hasn't ended", "clarify": " that waits for a reply"}[end]
                raise rejoinder.RunNotFound(f"The ledger holds no run{what}.")
            return newest[0]
        runs = agent.runs(rejoinder.RunQuery(limit=100_000))
    return _named(str(name), runs)


def _named(name: str, runs: Sequence[rejoinder.RunSummary]) -> rejoinder.RunSummary:
    exact = [run for run in runs if run.run == name]
    begun = [run for run in runs if len(name) >= _PREFIX and run.run.startswith(name)]
    found = exact or begun
    if len(found) == 1:
        return found[0]
    if found:
        raise rejoinder.RunNotFound(f"`{name}` begins the names of {len(found)} runs; give more of it.")
    raise rejoinder.RunNotFound(f"The ledger holds no run `{name}`; `rejoinder runs` lists them.")


def at_its_database(places: Places, found: rejoinder.RunSummary) -> Places:
    """Where no database is named, the one that the run was asked on, unless its URL had secrets."""
    if places.settings().db or "***" in found.database:
        return places
    return replace(places, db=found.database)


def listed(runs: Sequence[rejoinder.RunSummary]) -> str:
    """A line for each run: name, time, end, attempts, question."""
    if not runs:
        return "No runs."
    lines = []
    room = max(20, width() - 62)
    for run in runs:
        end = f"{run.end} ({run.reason})" if run.reason else run.end
        question = " ".join(run.question.split())
        cut = question if len(question) <= room else question[: room - 1] + "…"
        when = f"{run.started:%Y-%m-%d %H:%M}"
        lines.append(f"{run.run}  {when}  {end:<24} {run.attempts}  {harmless(cut)}".rstrip())
    return "\n".join(lines)


def tell(story: Iterable[rejoinder.Recorded], *, json: bool) -> None:
    """Print a run's events: as sentences, or one JSON object a line."""
    from rejoinder.cli.story import told

    began = None
    for recorded in story:
        if json:
            _print_line(recorded)
            continue
        envelope = recorded.envelope
        if began is None:
            began = envelope.time
            click.echo(harmless(f"Run {envelope.run} on {envelope.database}, {began:%Y-%m-%d %H:%M:%S %Z}"))
            click.echo(f"by {envelope.agent}, policy {envelope.policy_digest[:12] or 'none'}")
        passed = (envelope.time - began).total_seconds()
        head, *details = told(recorded.event)
        click.echo(styled(f"{recorded.sequence:>3}  {passed:8.3f} s  ", _out(), dim=True) + harmless(head))
        for detail in details:
            click.echo(" " * 17 + harmless(detail))


def _print_line(recorded: rejoinder.Recorded) -> None:
    envelope = recorded.envelope
    line: dict[str, Any] = {"sequence": recorded.sequence, **plain.plain(envelope)}
    click.echo(json_text(line | {"event": plain.plain(recorded.event)}))


def _out() -> Any:
    import sys

    return sys.stdout
