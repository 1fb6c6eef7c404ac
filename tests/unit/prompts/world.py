"""A small database to write prompts about, and the prompts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from rejoinder.dialects import dialect
from rejoinder.prompts import correct, draft, system
from rejoinder.terms.catalog import (
    Catalog,
    Column,
    ColumnRef,
    ForeignKey,
    Function,
    Table,
    TableKind,
    TableRef,
)
from rejoinder.terms.lookup import StoredValues
from rejoinder.terms.provider import Prompt, PromptTerms
from rejoinder.terms.question import Today
from rejoinder.terms.result import Stored

SQLITE = dialect("sqlite")
CITY, RIVER = TableRef("", "city"), TableRef("", "river")
TODAY = Today(date=dt.date(2026, 3, 14), timezone="Europe/Zurich", first_weekday=6, fiscal_year_start=7)
QUESTION = "How many cities lie on the Rhine?"
SQL = "SELECT nme FROM city"

CATALOG = Catalog(
    fingerprint="fingerprint-of-it",
    tables=(
        Table(
            ref=RIVER,
            columns=(Column(name="id", type="INTEGER"), Column(name="name", type="TEXT")),
            primary_key=("id",),
            unique_keys=(("name",),),
        ),
        Table(
            ref=CITY,
            comment="where people live",
            columns=(
                Column(name="id", type="INTEGER"),
                Column(name="Full Name", type="TEXT", nullable=False, comment="as on the map"),
                Column(name="river", type="INTEGER"),
                Column(name="size", type="TEXT", allowed_values=("small", "large")),
                Column(name="secret", type="TEXT", readable=False),
            ),
            primary_key=("id",),
            foreign_keys=(ForeignKey(columns=("river",), target=RIVER, target_columns=("id",)),),
        ),
        Table(ref=TableRef("", "closed"), columns=(Column(name="x"),), readable=False),
        Table(
            ref=TableRef("stats", "visits"),
            kind=TableKind.VIEW,
            columns=(Column(name="city"), Column(name="day"), Column(name="n", type="INTEGER")),
            primary_key=("city", "day"),
            definition="SELECT very_secret_definition",
            row_estimate=123_456,
        ),
    ),
    functions=(
        Function(name="distance", pure=True, returns="REAL"),
        Function(name="write_log", pure=False),
    ),
)
STORED: StoredValues = {ColumnRef(RIVER, "name"): (Stored(value="Rhine", matched="rhine"),)}


def prefix(*, structured: bool = False, catalog: Catalog = CATALOG, stored: StoredValues = STORED) -> str:
    """The system prompt of a turn."""
    return system.render(dialect=SQLITE, catalog=catalog, stored=stored, structured=structured)


def terms(**changed: Any) -> PromptTerms:
    """What the prompts of a turn are rendered from."""
    given = {"question": QUESTION, "today": TODAY, "dialect": "sqlite", "catalog": CATALOG, **changed}
    return PromptTerms(**given)


def drafted(
    *, fresh: bool = False, structured: bool = False, failed: Sequence[Any] = (), **changed: Any
) -> Prompt:
    """A prompt for a draft."""
    return draft.render(
        system=prefix(structured=structured),
        terms=terms(**changed),
        failed_defects=failed,
        fresh=fresh,
        structured=structured,
    )


def corrected(*, structured: bool = False, **given: Any) -> Prompt:
    """A prompt for a correction of `SQL`, unless told otherwise."""
    usual: dict[str, Any] = {
        "system": prefix(structured=structured),
        "terms": given.pop("terms", terms()),
        "text": SQL,
        "findings": (),
        "refusal": None,
        "signals": (),
        "executed_sql": None,
        "errors": "full",
        "prose": "",
        "failed": (),
        "structured": structured,
    }
    return correct.render(**{**usual, **given})


def said(prompt: Prompt) -> str:
    """The one message of a prompt."""
    (message,) = prompt.messages
    assert message.role == "user"
    return message.text
