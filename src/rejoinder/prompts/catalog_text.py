"""The catalog as a prompt shows it (G5): one line a column, in an order that never changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rejoinder.prompts import caps
from rejoinder.prompts.data import line, literal, name
from rejoinder.terms.catalog import Catalog, Column, ColumnRef, ForeignKey, Function, Table, TableRef
from rejoinder.terms.lookup import StoredValues
from rejoinder.terms.result import Stored


def tokens(text: str) -> int:
    """How many tokens `text` is estimated at: a third of its bytes in UTF-8, rounded up."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // 3)


def render(catalog: Catalog, stored: StoredValues) -> str:
    """Tables by name, their columns in their own order, then the functions that the database adds.

    What the role can't read isn't shown. Keys of one column stand on its line, longer ones on the table's.
    """
    tables = sorted((table for table in catalog.tables if table.readable), key=lambda table: table.ref)
    parts = [_table(table, stored) for table in tables]
    functions = sorted(
        (function for function in catalog.functions if function.pure),
        key=lambda each: (each.schema, each.name),
    )
    if functions:
        parts.append("\n".join(["functions of this database", *map(_function, functions)]))
    return "\n\n".join(parts)


def _table(table: Table, stored: StoredValues) -> str:
    said = [f"{table.kind} {_ref(table.ref)}", *_long_keys(table)]
    if table.comment:
        said.append(f"comment: {line(table.comment, caps.COMMENT)}")
    columns = (_column(table, column, stored) for column in table.columns if column.readable)
    return "\n".join(["; ".join(said), *columns])


def _column(table: Table, column: Column, stored: StoredValues) -> str:
    said = [f"- {name(column.name, caps.NAME)} {line(column.type, caps.NAME)}".rstrip()]
    if table.primary_key == (column.name,):
        said.append("primary key")
    elif not column.nullable:
        said.append("not null")
    if (column.name,) in table.unique_keys:
        said.append("unique")
    said += [f"references {_target(key)}" for key in _keys_of(table.foreign_keys, column.name)]
    said += _values(column, stored.get(ColumnRef(table.ref, column.name), ()))
    if column.comment:
        said.append(f"comment: {line(column.comment, caps.COMMENT)}")
    return "; ".join(said)


def _values(column: Column, found: Sequence[Stored]) -> list[str]:
    allowed = _literals(column.allowed_values)
    known = _literals(sorted({each.value for each in found}))
    said = [f"one of {allowed}"] if allowed else []
    return [*said, f"stored {known}"] if known else said


def _literals(values: Iterable[str]) -> str:
    shown = [shown for value in values if (shown := literal(value, caps.VALUE)) is not None]
    more = len(shown) - caps.VALUES_A_COLUMN
    listed = ", ".join(shown[: caps.VALUES_A_COLUMN])
    return f"{listed} and {more} more" if more > 0 else listed


def _keys_of(keys: Iterable[ForeignKey], column: str) -> list[ForeignKey]:
    return sorted((key for key in keys if key.columns == (column,)), key=_target)


def _long_keys(table: Table) -> list[str]:
    said = [f"primary key ({_names(table.primary_key)})"] if len(table.primary_key) > 1 else []
    said += sorted(f"unique ({_names(key)})" for key in table.unique_keys if len(key) > 1)
    long = (key for key in table.foreign_keys if len(key.columns) > 1)
    return said + sorted(f"({_names(key.columns)}) references {_target(key)}" for key in long)


def _target(key: ForeignKey) -> str:
    return f"{_ref(key.target)}({_names(key.target_columns)})" if key.target_columns else _ref(key.target)


def _function(function: Function) -> str:
    called = _ref(TableRef(function.schema, function.name))
    kind = "a table" if function.returns_table else line(function.returns, caps.NAME)
    return f"- {called}; returns {kind}" if kind else f"- {called}"


def _ref(ref: TableRef) -> str:
    return ".".join(name(part, caps.NAME) for part in (ref.schema, ref.name) if part)


def _names(names: Iterable[str]) -> str:
    return ", ".join(name(each, caps.NAME) for each in names)
