"""What `doctor` found, and what to do about it."""

from __future__ import annotations

import click

import rejoinder
from rejoinder.cli import plain
from rejoinder.cli.terminal import harmless


def show_examination(examination: rejoinder.Examination, *, json: bool) -> int:
    """Print it. 0 where nothing needs doing: a hazard that another layer stops is told, but needs nothing."""
    open_ones = [hazard for hazard in examination.hazards if not hazard.stopped_by]
    if json:
        plain.echo(examination)
        return 1 if open_ones else 0
    role = examination.privileges
    told = {True: "yes", False: "no", None: "unknown"}
    click.echo(harmless(f"Database: {role.engine or 'unknown'}, as {role.role or 'no named role'}"))
    click.echo(f"Replica: {told[role.replica]}; encrypted connection: {told[role.encrypted]}")
    where = "on this machine" if examination.model.local else "off this machine"
    click.echo(harmless(f"Model: {examination.model.name}, {where}"))
    for hazard in examination.hazards:
        stopped = f" Stopped all the same by: {', '.join(hazard.stopped_by)}." if hazard.stopped_by else ""
        click.echo(harmless(f"{'note' if stopped else 'FOUND'}: {hazard.sentence}{stopped}"))
        if hazard.fix:
            click.echo(harmless(f"       {hazard.fix}"))
    click.echo("Nothing needs doing." if not open_ones else f"{len(open_ones)} to put right.")
    return 1 if open_ones else 0
