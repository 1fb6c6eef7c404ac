"""`rejoinder sample`."""

from __future__ import annotations

import click


@click.command(short_help="Make the sample database, and say where it is.")
@click.argument("target", required=False, default="")
@click.option("--path", "only_path", is_flag=True, help="Print its file's name alone.")
def command(target: str, only_path: bool) -> int:
    """Make the sample database if it isn't there yet: a group of restaurants, over two fixed years.

    `--db sample` names it wherever a database can be named, and `--db sample:duckdb` the same in DuckDB.

    TARGET is a new file (`x.duckdb` is DuckDB's, any other SQLite's) or the URL of a PostgreSQL database, where it is
    written to the new schemas `restaurants` and `archive`. What is there already is never touched.
    """
    import rejoinder

    if target:
        written = rejoinder.sample.write(target)
        click.echo(f"The sample was written: ask it with `--db '{written}'`.")
        return 0
    path = rejoinder.sample.path()
    if only_path:
        click.echo(path)
        return 0
    click.echo(f"The sample database is `{path}`; `--db sample` names it.")
    click.echo('Try: rejoinder query --db sample "How many orders were there in 2024?"')
    click.echo("     rejoinder catalog --db sample")
    return 0
