"""SQLite 3."""

from __future__ import annotations

from rejoinder.terms.catalog import TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Case, Dialect, EngineError
from rejoinder.terms.refusal import Refusal


def classify(error: EngineError) -> Refusal:
    return Refusal(defect=Defect.UNKNOWN, message=error.message, code=error.code)


def family(type: str) -> TypeFamily:
    return TypeFamily.OTHER


DIALECT = Dialect(
    name="sqlite",
    parser="sqlite",
    title="SQLite 3",
    classify=classify,
    family=family,
    table_case=Case.INSENSITIVE,
    column_case=Case.INSENSITIVE,
    system_tables=frozenset(
        {"sqlite_*", "pragma_*", "dbstat", "dbpage", "bytecode", "tables_used", "completion"}
    ),
    system_columns=frozenset({"rowid", "oid", "_rowid_"}),
    table_functions={
        n: ("key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "root")
        for n in ("json_each", "json_tree")
    },
    default_schemas=frozenset({"main"}),
    aliases_everywhere=True,
    ctes_see_all=True,
    ordering_sees_outer=False,
    quoted_name_falls_back_to_text=True,
)
