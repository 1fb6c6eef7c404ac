"""The catalog on the screen."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

import rejoinder
from rejoinder.cli import plain
from rejoinder.cli.amounts import counted
from rejoinder.cli.terminal import harmless, say


def show_catalog(catalog: rejoinder.Catalog, wanted: str | None, *, json: bool) -> int:
    """List the tables, or tell those whose name holds `wanted`. 1 where there is none of that name."""
    found = [table for table in catalog.tables if wanted is None or wanted.lower() in str(table.ref).lower()]
    exact = [
        table
        for table in found
        if wanted and wanted.lower() in {str(table.ref).lower(), table.ref.name.lower()}
    ]
    tables = exact or found
    if json:
        plain.echo({"fingerprint": catalog.fingerprint, "tables": tables, "notes": catalog.notes})
    elif wanted is None:
        _list(tables)
    else:
        for table in tables:
            _tell(table)
    if not json:
        for note in catalog.notes:
            click.echo(harmless(f"Note: {note}"))
    if wanted is not None and not tables:
        say(f"There is no table or view `{wanted}` that you may ask about.", sys.stderr)
        return 1
    return 0


def _list(tables: Sequence[rejoinder.Table]) -> None:
    longest = max((len(str(table.ref)) for table in tables), default=0)
    for table in tables:
        rows = "" if table.row_estimate is None else f", about {counted(table.row_estimate, 'row')}"
        about = f"{table.kind}, {counted(len(table.columns), 'column')}{rows}"
        comment = f"  {table.comment}" if table.comment else ""
        click.echo(harmless(f"{table.ref!s:<{longest}}  {about}{comment}"))
    if not tables:
        click.echo("There is nothing that you may ask about.")


def _tell(table: rejoinder.Table) -> None:
    click.echo(harmless(f"{table.ref} ({table.kind})" + (f": {table.comment}" if table.comment else "")))
    refers = {
        name: f"-> {key.target}.{other}"
        for key in table.foreign_keys
        for name, other in zip(key.columns, key.target_columns, strict=False)
    }
    longest = max((len(column.name) for column in table.columns), default=0)
    for column in table.columns:
        parts = [
            column.type,
            "key" if column.name in table.primary_key else "",
            "" if column.nullable else "not null",
            refers.get(column.name, ""),
            "" if column.readable else "not readable",
            f"one of {', '.join(column.allowed_values)}" if column.allowed_values else "",
            column.comment,
        ]
        click.echo(harmless(f"  {column.name:<{longest}}  " + "  ".join(filter(None, parts))))
