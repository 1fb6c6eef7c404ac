"""`rejoinder sample`."""

from __future__ import annotations

import click


@click.command(short_help="Make the sample database, and say where it is.")
@click.option("--path", "only_path", is_flag=True, help="Print its file's name alone.")
def command(only_path: bool) -> int:
    """Make the sample database if it isn't there yet: a group of restaurants, over two fixed years.

    `--db sample` names it wherever a database can be named.
    """
    import rejoinder

    path = rejoinder.sample.path()
    if only_path:
        click.echo(path)
        return 0
    click.echo(f"The sample database is `{path}`; `--db sample` names it.")
    click.echo('Try: rejoinder query --db sample "How many orders were there in 2024?"')
    click.echo("     rejoinder catalog --db sample")
    return 0
