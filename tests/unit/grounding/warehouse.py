"""A catalog of as many tables as wanted, in which a question is about three."""

from __future__ import annotations

from collections.abc import Iterable

from rejoinder.terms.catalog import (
    Catalog,
    Column,
    ColumnRef,
    ForeignKey,
    Table,
    TableKind,
    TableRef,
    TypeFamily,
)

SUBJECTS = "ledger freight permit audit sensor parcel policy claim tariff badge crop reactor"
PARTS = "header line batch event state archive mapping parameter summary queue"


def table(
    name: str,
    columns: str,
    *,
    keys: dict[str, str] | None = None,
    comment: str = "",
    rows: int | None = 10,
    readable: bool = True,
) -> Table:
    """A table of text columns, the first its primary key; `keys` says which column refers to which table's `id`."""
    names = columns.split()
    return Table(
        ref=TableRef("", name),
        kind=TableKind.TABLE,
        columns=tuple(Column(name=each, type="TEXT", family=TypeFamily.TEXT) for each in names),
        primary_key=(names[0],),
        foreign_keys=tuple(
            ForeignKey(columns=(column,), target=TableRef("", target), target_columns=("id",))
            for column, target in (keys or {}).items()
        ),
        comment=comment,
        row_estimate=rows,
        readable=readable,
    )


GOLD = (
    table("patients", "id full_name born_on ward"),
    table("medicines", "id label strength_mg maker"),
    table("rx", "id a b c", keys={"a": "patients", "b": "medicines"}),
)
"""The third joins the other two and is called like neither."""


def filler(count: int) -> Iterable[Table]:
    """So many tables about other things, 30 columns each."""
    subjects, parts = SUBJECTS.split(), PARTS.split()
    for number in range(count):
        subject, part = subjects[number % len(subjects)], parts[number // len(subjects) % len(parts)]
        area = chr(97 + number // 120 // 26 % 26) + chr(97 + number // 120 % 26)
        columns = " ".join(f"{subject}_{part}_attribute_{chr(97 + each % 26)}{each}" for each in range(29))
        yield table(f"{area}_{subject}_{part}", f"id {columns}")


def warehouse(*tables: Table, others: int = 600) -> Catalog:
    """`tables` among thousands of others."""
    return Catalog(fingerprint=f"warehouse of {others}", tables=(*filler(others), *tables))


def column(place: str) -> ColumnRef:
    """The reference of `table.column`."""
    name, _, of = place.partition(".")
    return ColumnRef(TableRef("", name), of)


def names(catalog: Catalog) -> set[str]:
    """The tables of a catalog."""
    return {each.ref.name for each in catalog.tables}
