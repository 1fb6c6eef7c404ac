"""What a table takes of a prompt: tokens are a third of the bytes of lines shaped as the prompt's own."""

from __future__ import annotations

from rejoinder.terms.catalog import Column, Function, Table

_COMMENT_CAP = 200
_LINE_BYTES = 4
_KEY_BYTES = 15


def header_bytes(table: Table) -> int:
    """The line of the table itself, its keys of several columns and its comment."""
    size = len(table.kind) + _size(str(table.ref)) + _LINE_BYTES + _comment(table.comment)
    for key in (*table.all_keys, *(foreign.columns for foreign in table.foreign_keys)):
        if len(key) > 1:
            size += 2 * _KEY_BYTES + 2 * sum(_size(name) + 2 for name in key)
    return size


def column_bytes(column: Column) -> int:
    """The line of one column, without what its keys say."""
    size = _size(column.name) + _size(column.type) + _LINE_BYTES + _comment(column.comment)
    size += sum(_size(value) + 4 for value in column.allowed_values[:20])
    return size if column.nullable else size + 10


def reference_bytes(table: Table) -> int:
    """What the columns' lines say of keys of one column."""
    size = 2 * _KEY_BYTES
    for foreign in table.foreign_keys:
        size += _KEY_BYTES + _size(str(foreign.target)) + sum(_size(name) for name in foreign.target_columns)
    return size


def table_bytes(table: Table) -> int:
    """The whole of a table."""
    return header_bytes(table) + reference_bytes(table) + sum(map(column_bytes, table.columns))


def function_bytes(function: Function) -> int:
    """The line of a function of the database."""
    return _size(function.schema) + _size(function.name) + _size(function.returns) + 2 * _LINE_BYTES


def _comment(comment: str) -> int:
    return 11 + min(_size(comment), _COMMENT_CAP) if comment else 0


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
