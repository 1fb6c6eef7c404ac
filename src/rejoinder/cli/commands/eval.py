"""`rejoinder eval`."""

from __future__ import annotations

from pathlib import Path

import click

from rejoinder.cli import options

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.group(short_help="Measure answers against known ones.")
def command() -> None:
    """Measure answers against known ones."""


@command.command(short_help="Ask questions whose SQL is known, and count the right answers.")
@click.option(
    "--questions", type=_FILE, required=True, help="One JSON object a line: db, question, gold_sql."
)
@click.option(
    "--databases", type=_FOLDER, required=True, help="A folder with databases.tsv, or database files."
)
@click.option("--most", type=click.IntRange(min=1), help="Only the first so many questions.")
@click.option("--each", is_flag=True, help="Also print how each question went.")
@options.as_json
@options.model
def run(
    questions: Path, databases: Path, most: int | None, each: bool, json: bool, places: options.Places
) -> int:
    """Ask each question and compare its rows with those of its gold SQL: equal, differs, or no answer.

    Rows are compared as multisets, in order only where the gold orders at its top level. Nothing is kept in
    the ledger.
    """
    from rejoinder.cli.evaluating import evaluate

    return evaluate(places, questions, databases, most=most, each=each, json=json)


@command.command(short_help="Try attacks, honest statements and errors.")
@click.argument("cases", type=_FILE)
@click.option("--catalog", type=_FILE, help="What there is: JSON of dialect, schema, table, column, type.")
@click.option("--schema", "schemas", type=_FILE, multiple=True, help="The same as DDL: schema_DIALECT.sql.")
@click.option(
    "--database",
    "databases",
    metavar="DIALECT=NAME",
    multiple=True,
    help="Where its connection is: what a name of three parts begins with.",
)
@options.as_json
def cases(
    cases: Path, catalog: Path | None, schemas: tuple[Path, ...], databases: tuple[str, ...], json: bool
) -> int:
    """Check each statement and classify each error of a file, without a database, and name those that don't hold.

    A line of CASES is one JSON object: a statement with `id`, `dialect`, `sql` and `expected` (refuse, allow …), or an
    error with `id`, `engine`, `code`, `message`, `class` and `correctable`.
    """
    from rejoinder.cli.evaluating import hold

    return hold(cases, catalog, schemas, databases, json=json)


@command.command(short_help="Send recorded SQL through the loop in the place of a model.")
@click.option(
    "--cases", type=_FILE, required=True, help="One JSON object a line: id, db, question, sql or sqls."
)
@click.option(
    "--databases", required=True, metavar="DIR|URL", help="As for `run`, or a URL; `{db}` is the case's."
)
@click.option(
    "--off", "rules_off", multiple=True, metavar="RULE", help="A rule of repair that isn't to be tried."
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="A line a case.")
@options.policy
def replay(cases: Path, databases: str, rules_off: tuple[str, ...], out: Path, places: options.Places) -> int:
    """Answer each question with the SQL that a model once gave, and write down what became of it.

    Several `sqls` are a model's successive answers. The same cases give the same lines, but for `seconds`. At the end
    the cases are counted by corpus and by the class of what was found wrong with them first.
    """
    from rejoinder.cli.evaluating import replayed

    return replayed(places, cases, databases, rules_off, out)
