"""What `doctor` found, and what to do about it."""

from __future__ import annotations

import click

import rejoinder
from rejoinder.cli import plain
from rejoinder.cli.terminal import harmless


def show_examination(
    examination: rejoinder.Examination, settings: rejoinder.Settings, *, all_settings: bool, json: bool
) -> int:
    """Print it. 0 where nothing needs doing: a hazard that another layer stops is told, but needs nothing."""
    open_ones = [hazard for hazard in examination.hazards if not hazard.stopped_by]
    if json:
        plain.echo(plain.plain(examination) | {"settings": settings.explained()})
        return 1 if open_ones else 0
    _tell_places(examination)
    _tell_settings(settings, all_settings=all_settings)
    for hazard in examination.hazards:
        stopped = f" Stopped all the same by: {', '.join(hazard.stopped_by)}." if hazard.stopped_by else ""
        click.echo(harmless(f"{'note' if stopped else 'FOUND'}: {hazard.sentence}{stopped}"))
        if hazard.fix:
            click.echo(harmless(f"       {hazard.fix}"))
    click.echo("Nothing needs doing." if not open_ones else f"{len(open_ones)} to put right.")
    return 1 if open_ones else 0


def _tell_places(examination: rejoinder.Examination) -> None:
    role = examination.privileges
    told = {True: "yes", False: "no", None: "unknown"}
    click.echo(harmless(f"Database: {role.engine or 'unknown'}, as {role.role or 'no named role'}"))
    click.echo(f"Replica: {told[role.replica]}; encrypted connection: {told[role.encrypted]}")
    where = "on this machine" if examination.model.local else "off this machine"
    click.echo(harmless(f"Model: {examination.model.name}, {where}"))


def _tell_settings(settings: rejoinder.Settings, *, all_settings: bool) -> None:
    """Those that somebody has set, or all of them, each with where it is from."""
    known = settings.explained()
    shown = [each for each in known if all_settings or each.source != "default"]
    longest = max((len(each.name) for each in shown), default=0)
    click.echo("Settings:" if shown else "Settings: all of them are the defaults.")
    for each in shown:
        value = each.value or "-"
        click.echo(harmless(f"  {each.name:<{longest}}  {value}  ({each.source})"))
