"""What `doctor` found, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

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
    for fix, hazards in groupby(examination.hazards, key=lambda hazard: hazard.fix):
        for hazard in hazards:
            kind = "note" if hazard.stopped_by else "FOUND"
            click.echo(harmless(f"{kind}: {hazard.sentence}{_stopped(hazard.stopped_by)}"))
        if fix:
            click.echo(harmless(f"       {fix}"))
    _tell_reader(examination.privileges)
    click.echo(_ending(len(open_ones), len(examination.hazards)))
    return 1 if open_ones else 0


def _ending(open_ones: int, hazards: int) -> str:
    if open_ones:
        return f"{open_ones} to put right."
    return "Nothing that isn't stopped all the same." if hazards else "Nothing needs doing."


def _stopped(layers: Sequence[str]) -> str:
    if layers == ("check",):
        return " Nothing but the check stops it; see docs/reference/security.md."
    return f" Stopped all the same by: {', '.join(layers)}." if layers else ""


def _tell_reader(privileges: rejoinder.Privileges) -> None:
    if privileges.reader:
        click.echo(
            "What makes a role that can only read, for an administrator to run and then to give a password:"
        )
        for statement in privileges.reader:
            click.echo(harmless(f"       {statement}"))


def _tell_places(examination: rejoinder.Examination) -> None:
    role = examination.privileges
    told = {True: "yes", False: "no", None: "unknown"}
    click.echo(harmless(f"Database: {role.engine or 'unknown'}, as {role.role or 'no named role'}"))
    replica = "no, a primary" if role.replica is False else told[role.replica]
    click.echo(f"Replica: {replica}; encrypted connection: {told[role.encrypted]}")
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
