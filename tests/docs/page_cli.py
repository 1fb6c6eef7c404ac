"""docs/reference/cli.md, from the commands themselves."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import click

from rejoinder.cli import commands
from rejoinder.cli.program import program

PATH = "docs/reference/cli.md"

HEAD = """# Command line

Generated from the commands by `make docs`.

Every option that names a place can also stand in the environment (`REJOINDER_DB`, `REJOINDER_MODEL`,
`REJOINDER_MODEL_URL`, `REJOINDER_LEDGER`, `REJOINDER_POLICY`) or in `rejoinder.toml`; what is given on the
command line wins, then the environment, then the file.

On a terminal, progress is drawn on stderr while a run goes on, and a clarifying question is asked there and
then. Piped, a command prints its result and nothing else. `NO_COLOR` switches colour off.

| exit code | meaning |
| --- | --- |
| 0 | answered, or what was asked for holds |
| 1 | a check found something (`check`, `policy check`, `doctor`, `catalog TABLE`) |
| 2 | the command can't be understood, or a file is missing |
| 3 | it asks back: `rejoinder reply` goes on |
| 4 | refused by policy or by the database's permissions |
| 5 | failed |
| 130 | cancelled |
| 141 | whoever was to read the output stopped reading |
"""


def text() -> str:
    """The page."""
    return HEAD + "".join(f"\n## rejoinder {name}\n\n```text\n{shown}\n```\n" for name, shown in _helps())


def _helps() -> Iterator[tuple[str, str]]:
    outer = click.Context(
        program, info_name="rejoinder", terminal_width=100, help_option_names=["-h", "--help"]
    )
    for found in sorted(pkgutil.iter_modules(commands.__path__), key=lambda module: module.name):
        command = importlib.import_module(f"{commands.__name__}.{found.name}").command
        yield from _help(found.name, command, outer, found.name)


def _help(name: str, command: click.Command, outer: click.Context, path: str) -> Iterator[tuple[str, str]]:
    context = click.Context(command, info_name=name, parent=outer, terminal_width=100)
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            assert found is not None
            yield from _help(inner, found, context, f"{path} {inner}")
    else:
        yield path, command.get_help(context).rstrip()
