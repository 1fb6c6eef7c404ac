"""`rejoinder policy`."""

from __future__ import annotations

import click

from rejoinder.cli import options


@click.group(short_help="Check a policy, or say what it means for somebody.")
def command() -> None:
    """Check a policy, or say what it means for somebody."""


@command.command(short_help="Whether a policy can be read and enforced.")
@options.as_json
@options.database
def check(json: bool, places: options.Places) -> int:
    """Check the policy: every key known, every value meaningful, everything enforceable.

    With a database, patterns that match nothing in it are told, and the exit code is 1.
    """
    from rejoinder.cli.policies import check_policy

    return check_policy(places, json=json)


@command.command(short_help="What an asker may read of a table or column, and why.")
@click.argument("asker")
@click.argument("name", metavar="TABLE[.COLUMN]")
@options.as_json
@options.database
def explain(asker: str, name: str, json: bool, places: options.Places) -> int:
    """Say what ASKER may read of TABLE or TABLE.COLUMN, and which line of the policy says so.

    With a database, names are looked up in it, and views are followed to what they read.
    """
    from rejoinder.cli.policies import explain_policy

    return explain_policy(places, asker, name, json=json)
