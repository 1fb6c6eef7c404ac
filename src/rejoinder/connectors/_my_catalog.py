"""Reads a MySQL or MariaDB catalog from information_schema: a few queries for everything at once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rejoinder.connectors._definitions import listed_values, with_dependencies
from rejoinder.connectors._my_session import Session
from rejoinder.terms.catalog import Catalog, Column, ForeignKey, Function, Table, TableKind, TableRef
from rejoinder.terms.dialect import Dialect

SYSTEM = frozenset({"information_schema", "mysql", "performance_schema", "sys"})
_OWN = "table_schema NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')"
_TABLES = f"""
SELECT table_schema, table_name, table_type, table_rows, table_comment FROM information_schema.tables
WHERE {_OWN} AND table_type IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') ORDER BY table_schema, table_name
"""
_COLUMNS = f"""
SELECT table_schema, table_name, column_name, column_type, is_nullable, generation_expression, column_comment,
       FIND_IN_SET('select', privileges), extra
FROM information_schema.columns WHERE {_OWN} ORDER BY table_schema, table_name, ordinal_position
"""
_KEYS = f"""
SELECT table_schema, table_name, index_name, column_name, sub_part FROM information_schema.statistics
WHERE {_OWN} AND non_unique = 0 ORDER BY table_schema, table_name, index_name, seq_in_index
"""
_FOREIGN = f"""
SELECT table_schema, table_name, constraint_name, column_name, referenced_table_schema, referenced_table_name,
       referenced_column_name
FROM information_schema.key_column_usage WHERE {_OWN} AND referenced_table_name IS NOT NULL
ORDER BY table_schema, table_name, constraint_name, ordinal_position
"""
_VIEWS = f"SELECT table_schema, table_name, view_definition FROM information_schema.views WHERE {_OWN}"
_CHECKS = """
SELECT t.table_schema, t.table_name, c.check_clause
FROM information_schema.table_constraints t JOIN information_schema.check_constraints c
  ON c.constraint_schema = t.constraint_schema AND c.constraint_name = t.constraint_name {same_table}
WHERE t.constraint_type = 'CHECK'
"""
# MODIFIES SQL DATA writes, and CONTAINS SQL, which is what nobody wrote, says nothing.
_FUNCTIONS = """
SELECT routine_schema, routine_name, dtd_identifier,
       sql_data_access IN ('NO SQL', 'READS SQL DATA') AND security_type = 'INVOKER'
FROM information_schema.routines WHERE routine_type = 'FUNCTION'
  AND routine_schema NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')
ORDER BY routine_schema, routine_name
"""
_SUMS = (
    f"SELECT COUNT(*), SUM(CRC32(CONCAT_WS('|', table_schema, table_name, table_type, table_comment))) "
    f"FROM information_schema.tables WHERE {_OWN}",
    "SELECT COUNT(*), SUM(CRC32(CONCAT_WS('|', table_schema, table_name, column_name, ordinal_position, column_type, "
    "is_nullable, generation_expression, column_comment, privileges))) "
    f"FROM information_schema.columns WHERE {_OWN}",
    f"SELECT COUNT(*), SUM(CRC32(CONCAT_WS('|', table_schema, table_name, index_name, column_name, non_unique, "
    f"seq_in_index))) FROM information_schema.statistics WHERE {_OWN}",
    f"SELECT COUNT(*), SUM(CRC32(CONCAT_WS('|', table_schema, table_name, view_definition))) "
    f"FROM information_schema.views WHERE {_OWN}",
    "SELECT COUNT(*), SUM(CRC32(CONCAT_WS('|', routine_schema, routine_name, routine_definition, sql_data_access, "
    "security_type))) FROM information_schema.routines",
    "SELECT CURRENT_USER(), DATABASE()",
)
_ENUM = re.compile(r"(?:enum|set)(?P<values>\(.*\))", re.IGNORECASE | re.DOTALL)
_INTRODUCER = re.compile(r"_utf8mb[34](?=\\?')")


def fingerprint(session: Session) -> str:
    """Changes with every definition, comment and right, and with no row."""
    return "|".join(str(session.rows(query)[0]) for query in _SUMS)


def read(session: Session, dialect: Dialect) -> Catalog:
    """All that a `SELECT` can name, as this user sees it. Raises `pymysql.err.Error`."""
    reading = _Reading(session, dialect)
    database = str(session.rows("SELECT DATABASE()")[0][0])
    catalog = Catalog(
        fingerprint=fingerprint(session),
        tables=tuple(reading.tables()),
        functions=tuple(
            Function(schema=schema, name=name, pure=bool(pure), returns=returns or "")
            for schema, name, returns, pure in session.rows(_FUNCTIONS)
        ),
        search_path=(database,),
        system_schemas=SYSTEM,
        notes=tuple(reading.notes),
    )
    return with_dependencies(catalog, reading.queries, dialect)


@dataclass(slots=True)
class _Keys:
    indexes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    foreign: dict[str, ForeignKey] = field(default_factory=dict)
    allowed: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def primary(self) -> tuple[str, ...]:
        return self.indexes.get("PRIMARY", ())


@dataclass(slots=True)
class _Reading:
    """One reading of one catalog: what it learns on the way."""

    session: Session
    dialect: Dialect
    notes: list[str] = field(default_factory=list)
    queries: dict[TableRef, str] = field(default_factory=dict)

    def tables(self) -> Iterator[Table]:
        """Tables and views."""
        columns = self._columns()
        keys = self._keys()
        self.queries = {
            TableRef(schema, name): definition
            for schema, name, definition in self.session.rows(_VIEWS)
            if definition
        }
        for schema, name, kind, rows, comment in self.session.rows(_TABLES):
            ref = TableRef(schema, name)
            own = keys.get(ref, _Keys())
            told = columns.get(ref, [])
            is_view = kind == "VIEW"
            yield Table(
                ref=ref,
                kind=TableKind.VIEW if is_view else TableKind.TABLE,
                columns=tuple(_allowed(column, own) for column in told),
                primary_key=own.primary,
                unique_keys=tuple(key for index, key in own.indexes.items() if index != "PRIMARY" and key),
                foreign_keys=tuple(own.foreign.values()),
                comment="" if is_view else comment or "",
                row_estimate=None if is_view or rows is None else int(rows),
                definition=self.queries.get(ref, ""),
                readable=any(column.readable for column in told),
            )

    def _columns(self) -> dict[TableRef, list[Column]]:
        found: defaultdict[TableRef, list[Column]] = defaultdict(list)
        for schema, table, name, type_, nullable, generated, comment, readable, extra in self.session.rows(
            _COLUMNS
        ):
            column = Column(
                name=name,
                type=type_,
                family=self.dialect.family(type_),
                nullable=nullable == "YES",
                generated=bool(generated),
                hidden="INVISIBLE" in (extra or "").upper(),
                comment=comment or "",
                readable=bool(readable),
            )
            found[TableRef(schema, table)].append(column)
        return found

    def _keys(self) -> dict[TableRef, _Keys]:
        found: defaultdict[TableRef, _Keys] = defaultdict(_Keys)
        partial: set[tuple[TableRef, str]] = set()
        for schema, table, index, column, part in self.session.rows(_KEYS):
            ref = TableRef(schema, table)
            if column is None or part is not None:  # an expression, or the beginning of a text
                partial.add((ref, index))
            indexes = found[ref].indexes
            indexes[index] = (*indexes.get(index, ()), column or "")
        for ref, index in partial:
            found[ref].indexes[index] = ()
        for schema, table, name, column, target_schema, target, target_column in self.session.rows(_FOREIGN):
            foreign = found[TableRef(schema, table)].foreign
            known = foreign.get(name) or ForeignKey(
                columns=(), target=TableRef(target_schema, target), target_columns=()
            )
            foreign[name] = replace(
                known,
                columns=(*known.columns, column),
                target_columns=(*known.target_columns, target_column),
            )
        for schema, table, clause in self._checks():
            listed = listed_values(_INTRODUCER.sub("", clause).replace("\\'", "'"))
            if listed is not None:
                found[TableRef(schema, table)].allowed[listed[0].lower()] = listed[1]
        return found

    def _checks(self) -> Sequence[tuple[str, str, str]]:
        """The CHECK constraints. MySQL's names are of a schema, MariaDB's of a table."""
        same_table = "AND c.table_name = t.table_name" if self.session.is_mariadb else ""
        return [(row[0], row[1], row[2]) for row in self.session.rows(_CHECKS.format(same_table=same_table))]


def _allowed(column: Column, keys: _Keys) -> Column:
    values = keys.allowed.get(column.name.lower(), ())
    declared = _ENUM.fullmatch(column.type)
    if declared is not None:
        listed = listed_values(f"x IN {declared['values']}")
        values = listed[1] if listed is not None and column.type.lower().startswith("enum") else values
    return replace(column, allowed_values=values) if values else column
