"""What a policy says, and whether it says what was meant."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

import rejoinder
from rejoinder.cli import plain
from rejoinder.cli.options import Places
from rejoinder.cli.terminal import harmless


def check_policy(places: Places, *, json: bool) -> int:
    """Read the policy; 1 where a pattern of it matches nothing in the database."""
    policy, file = _policy(places)
    catalog = _whole_catalog(places)
    idle = () if catalog is None else rejoinder.idle_patterns(policy, catalog)
    if json:
        plain.echo({"file": file, "digest": policy.digest, "idle": idle, "database": catalog is not None})
        return 1 if idle else 0
    click.echo(harmless(f"`{file}` can be read and enforced; its digest is {policy.digest[:12]}."))
    for sentence in idle:
        click.echo(harmless(sentence))
    if catalog is None:
        click.echo("Name a database with `--db` to find patterns that match nothing.")
    return 1 if idle else 0


def explain_policy(places: Places, asker: str, name: str, *, json: bool) -> int:
    """Say what holds for an asker on a table or column."""
    policy, _ = _policy(places)
    catalog = _whole_catalog(places)
    table, column = _looked_up(name, catalog) if catalog is not None else _split(name)
    sentences = rejoinder.explain_policy(policy, asker, table, column, catalog)
    if json:
        plain.echo({"asker": asker, "table": table, "column": column, "sentences": sentences})
    else:
        for sentence in sentences:
            click.echo(harmless(sentence))
    return 0


def _policy(places: Places) -> tuple[rejoinder.Policy, str]:
    file = places.settings().policy
    if file is None:
        raise rejoinder.UsageError("No policy was named: give its file with `--policy`.")
    return rejoinder.load_policy(Path(file)), str(file)


def _whole_catalog(places: Places) -> rejoinder.Catalog | None:
    """Everything in the database, as its operator sees it; None where no database is named."""
    if not places.settings().db:
        return None
    agent = rejoinder.blocking.connect(settings=replace(places.settings(), policy=None))
    try:
        return agent.catalog()
    finally:
        agent.close()


def _split(name: str) -> tuple[rejoinder.TableRef, str | None]:
    """TABLE, TABLE.COLUMN or SCHEMA.TABLE.COLUMN, where no catalog can tell them apart."""
    match name.split("."):
        case [table]:
            return rejoinder.TableRef("", table), None
        case [table, column]:
            return rejoinder.TableRef("", table), column
        case [schema, table, column]:
            return rejoinder.TableRef(schema, table), column
        case _:
            raise rejoinder.UsageError(f"`{name}` isn't TABLE or TABLE.COLUMN.")


def _looked_up(name: str, catalog: rejoinder.Catalog) -> tuple[rejoinder.TableRef, str | None]:
    asked = name.lower()
    for table in catalog.tables:
        spellings = {str(table.ref).lower(), table.ref.name.lower()}
        if asked in spellings:
            return table.ref, None
        for column in table.columns:
            if asked in {f"{spelling}.{column.name.lower()}" for spelling in spellings}:
                return table.ref, column.name
    raise rejoinder.UsageError(f"The database has no table or column `{name}`; see `rejoinder catalog`.")
