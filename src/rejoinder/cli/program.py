"""`rejoinder` itself: finds its commands by name, and loads one when it is used."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import click

import rejoinder
from rejoinder.cli import commands

ENTRY_POINTS = "rejoinder.commands"

EPILOG = """\b
Exit codes:
  0  answered, or what was asked for holds
  1  a check found something
  2  the command can't be understood, or a file is missing
  3  it asks back: see the choices, then `rejoinder reply`
  4  refused by policy or by the database's permissions
  5  failed
  130  cancelled
"""


class Commands(click.Group):
    """The files of `commands/`, then the entry points `rejoinder.commands`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every name, ours and others'."""
        return sorted({*_built_in(), *_offered()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command. A name of ours is never looked for elsewhere."""
        if cmd_name in _built_in():
            module = importlib.import_module(f"{commands.__name__}.{cmd_name}")
            command: click.Command = module.command
            return command
        return _offered().get(cmd_name)


def _built_in() -> list[str]:
    found = pkgutil.iter_modules(commands.__path__)
    return [module.name for module in found if not module.name.startswith("_")]


def _offered() -> dict[str, click.Command]:
    from importlib import metadata

    return dict(_loaded(metadata.entry_points(group=ENTRY_POINTS)))


def _loaded(points: object) -> Iterator[tuple[str, click.Command]]:
    for point in points:  # type: ignore[attr-defined]
        yield point.name, point.load()


@click.command(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(rejoinder.__version__, prog_name="rejoinder", message="%(prog)s %(version)s")
def program() -> None:
    """Ask a database in plain language.

    A model drafts the SQL; it is checked, priced, run read-only, mended by rules or sent back for a bounded
    number of corrections, and every attempt is recorded. Without a model, the built-in drafter reads simple
    English questions (counts, sums, averages, extremes, filters, groups) and asks when it isn't sure.

    \b
    Try:
      rejoinder query --db sample "How many orders were there in 2024?"
    """
