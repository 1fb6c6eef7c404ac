"""What `check` found, with the place in the SQL that it is about."""

from __future__ import annotations

import click

import rejoinder
from rejoinder.cli import plain
from rejoinder.cli.terminal import harmless


def show_checking(text: str, checking: rejoinder.Checking, *, json: bool) -> int:
    """Print it. 0 where the SQL passes, 1 where something is found."""
    passes = checking.statement is not None
    if json:
        plain.echo(
            {
                "passes": passes,
                "findings": checking.findings,
                "tables": checking.tables,
                "columns": checking.columns,
                "functions": checking.functions,
            }
        )
    elif passes:
        tables = ", ".join(f"`{table}`" for table in checking.tables) or "no table"
        click.echo(harmless(f"It passes. It reads {tables}."))
    else:
        for finding in checking.findings:
            _tell(text, finding)
    return 0 if passes else 1


def _tell(text: str, finding: rejoinder.Finding) -> None:
    place = ""
    if finding.span is not None:
        line, column = position(text, finding.span.start)
        place = f"line {line}, column {column}: "
    click.echo(harmless(f"{place}{finding.message} [{finding.defect}]"))
    if finding.span is not None:
        for shown in underlined(text, finding.span.start, finding.span.end):
            click.echo(harmless(f"    {shown}"))
    if finding.candidates:
        click.echo(harmless("    perhaps: " + ", ".join(f"`{name}`" for name in finding.candidates)))


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, both from 1."""
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def underlined(text: str, start: int, end: int) -> list[str]:
    """The line that a stretch begins in, and marks below the stretch."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", start)
    line = text[first : len(text) if last < 0 else last].replace("\t", " ").rstrip()
    marks = max(1, min(end - start, len(line) - (start - first)))
    return [line, " " * (start - first) + "^" * marks]
