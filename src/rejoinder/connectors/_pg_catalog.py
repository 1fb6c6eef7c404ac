"""Reads a PostgreSQL catalog from pg_catalog: information_schema hides keys from a role that may only read.

A few queries for everything at once, however many tables there are.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from rejoinder.connectors._pg_session import Session
from rejoinder.terms.catalog import (
    Catalog,
    Column,
    ForeignKey,
    Function,
    Table,
    TableKind,
    TableRef,
    TypeFamily,
)

SYSTEM = frozenset({"pg_catalog", "information_schema", "pg_toast"})
_OWN = r"n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'"
_RELATIONS = rf"""
SELECT c.oid, n.nspname, c.relname, c.relkind::text, c.reltuples::bigint,
       coalesce(d.description, ''),
       CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) ELSE '' END,
       has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'),
       has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_description d ON d.objoid = c.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND {_OWN} ORDER BY n.nspname, c.oid
"""
_COLUMNS = rf"""
SELECT a.attrelid, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull OR t.typnotnull,
       a.attgenerated <> '' , coalesce(d.description, ''),
       CASE WHEN t.typbasetype <> 0 THEN format_type(t.typbasetype, t.typtypmod) ELSE '' END,
       coalesce(nullif(t.typbasetype, 0), t.oid), a.attnum
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_description d ON d.objoid = c.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = a.attnum
WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND {_OWN}
ORDER BY a.attrelid, a.attnum
"""
_UNREADABLE = """
SELECT a.attrelid, a.attname FROM pg_attribute a
WHERE a.attrelid = ANY(%s) AND a.attnum > 0 AND NOT a.attisdropped
  AND NOT has_column_privilege(a.attrelid, a.attnum, 'SELECT')
"""
_ENUMS = "SELECT enumtypid, enumlabel FROM pg_enum ORDER BY enumtypid, enumsortorder"
_CONSTRAINTS = """
SELECT k.conrelid, k.contype::text, k.conkey, k.confrelid, k.confkey,
       CASE WHEN k.contype = 'c' THEN pg_get_expr(k.conbin, k.conrelid) ELSE '' END
FROM pg_constraint k WHERE k.conrelid <> 0 AND k.contype IN ('p', 'u', 'f', 'c') ORDER BY k.conrelid, k.conname
"""
_UNIQUE = """
SELECT i.indrelid, (i.indkey::smallint[])[0:i.indnkeyatts - 1] FROM pg_index i
WHERE i.indisunique AND NOT i.indisprimary AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indisvalid
ORDER BY i.indexrelid
"""
_READS = """
SELECT DISTINCT r.ev_class, d.refobjid FROM pg_rewrite r
JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
  AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> r.ev_class
"""
_INHERITS = "SELECT inhrelid, inhparent FROM pg_inherits ORDER BY inhrelid, inhseqno"
_FUNCTIONS = rf"""
SELECT n.nspname, p.proname, p.provolatile IN ('i', 's') AND NOT p.prosecdef, p.proretset,
       format_type(p.prorettype, NULL)
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE p.prokind IN ('f', 'a', 'w') AND {_OWN} AND has_function_privilege(p.oid, 'EXECUTE')
ORDER BY n.nspname, p.proname, p.oid
"""
# A sum of hashes needs no order. What VACUUM and ANALYZE write isn't in it; what a GRANT writes is.
_FINGERPRINT = rf"""
SELECT sum(hashtextextended(told, 0)::numeric) FROM (
  SELECT concat_ws('|', c.oid, n.nspname, c.relname, c.relkind, c.relacl::text, n.nspacl::text) AS told
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE {_OWN} AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'i')
  UNION ALL
  SELECT concat_ws('|', a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attgenerated,
                   a.attacl::text)
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE {_OWN} AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  UNION ALL SELECT concat_ws('|', k.oid, k.conrelid, k.conkey::text, k.confkey::text) FROM pg_constraint k
  UNION ALL SELECT concat_ws('|', d.objoid, d.objsubid, d.description) FROM pg_description d
  WHERE d.objoid >= 16384
  UNION ALL SELECT concat_ws('|', r.ev_class, md5(r.ev_action::text)) FROM pg_rewrite r WHERE r.oid >= 16384
  UNION ALL SELECT concat_ws('|', i.inhrelid, i.inhparent) FROM pg_inherits i
  UNION ALL SELECT concat_ws('|', e.enumtypid, e.enumlabel) FROM pg_enum e
  UNION ALL SELECT concat_ws('|', p.oid, p.proname, p.provolatile, p.prosecdef, p.proacl::text)
  FROM pg_proc p WHERE p.oid >= 16384
  UNION ALL SELECT concat_ws('|', m.roleid, m.member) FROM pg_auth_members m
  UNION ALL SELECT concat_ws('|', current_user, current_schemas(false)::text)
) AS everything
"""
_KINDS = {
    "r": TableKind.TABLE,
    "p": TableKind.PARTITIONED,
    "v": TableKind.VIEW,
    "m": TableKind.MATERIALIZED_VIEW,
    "f": TableKind.FOREIGN,
}
# `status = ANY (ARRAY['open'::text, 'shipped'::text])`, as the server writes a CHECK that lists values.
_LISTED = re.compile(
    r"\(*\"?(?P<column>[\w ]+?)\"?\)*(?:::[\w ]+)? = ANY \(+ARRAY\[(?P<values>.*?)\].*", re.DOTALL
)
_LISTED_VALUE = re.compile(r"\(?'((?:[^']|'')*)'(?:::[\w ]+)?\)?(?:::[\w ]+)?(?:, )?")


def fingerprint(session: Session) -> str:
    """Changes with every definition, comment and right, and with no row."""
    return str(session.rows(_FINGERPRINT)[0][0])


def read(session: Session, family: Callable[[str], TypeFamily]) -> Catalog:
    """All that a `SELECT` can name, as this role sees it. Raises `psycopg.Error`."""
    reading = _Reading(session, family)
    schemas = session.rows("SELECT unnest(current_schemas(false))")
    return Catalog(
        fingerprint=fingerprint(session),
        tables=tuple(reading.tables()),
        functions=tuple(
            Function(schema=schema, name=name, pure=pure, returns=returns, returns_table=table)
            for schema, name, pure, table, returns in session.rows(_FUNCTIONS)
        ),
        search_path=tuple(name for (name,) in schemas if name not in SYSTEM) or ("public",),
        system_schemas=SYSTEM,
        database=str(session.rows("SELECT current_database()")[0][0]),
    )


@dataclass(slots=True)
class _Keys:
    primary: tuple[str, ...] = ()
    unique: list[tuple[str, ...]] = field(default_factory=list)
    foreign: list[ForeignKey] = field(default_factory=list)
    allowed: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(slots=True)
class _Reading:
    """One reading of one catalog: what it learns on the way. Relations are told apart by their oid."""

    session: Session
    family: Callable[[str], TypeFamily]
    refs: dict[int, TableRef] = field(default_factory=dict)
    names: dict[tuple[int, int], str] = field(default_factory=dict)
    """Columns by relation and number."""

    def tables(self) -> Iterator[Table]:
        """Tables, views and the rest, as they are told."""
        relations = self.session.rows(_RELATIONS)
        self.refs = {row[0]: TableRef(row[1], row[2]) for row in relations}
        columns = self._columns([row[0] for row in relations if not row[7]])
        keys = self._keys()
        reads = self._reads()
        parents = self._parents()
        for oid, _, _, kind, rows, comment, definition, whole, part in relations:
            own = keys.get(oid, _Keys())
            yield Table(
                ref=self.refs[oid],
                kind=_KINDS[kind],
                columns=tuple(columns.get(oid, ())),
                primary_key=own.primary,
                unique_keys=tuple(key for key in dict.fromkeys(own.unique) if key != own.primary),
                foreign_keys=tuple(own.foreign),
                comment=comment,
                row_estimate=rows if rows >= 0 and kind != "v" else None,
                definition=definition,
                depends_on=tuple(sorted(reads[oid])) if oid in reads else (() if definition else None),
                parents=parents.get(oid, ()),
                readable=whole or part,
            )

    def _columns(self, partly: Sequence[int]) -> dict[int, list[Column]]:
        """Columns by relation. Of relations that the role can't read as a whole, each column is asked for."""
        enums = self._enums()
        unreadable = set(self.session.rows(_UNREADABLE, (list(partly),))) if partly else set()
        checks = self._listed_values()
        found: defaultdict[int, list[Column]] = defaultdict(list)
        for oid, name, type_, not_null, generated, comment, base, type_oid, number in self.session.rows(
            _COLUMNS
        ):
            self.names[oid, number] = name
            labels = enums.get(type_oid, ())
            found[oid].append(
                Column(
                    name=name,
                    type=type_,
                    family=TypeFamily.TEXT if labels else self.family(base or type_),
                    nullable=not not_null,
                    generated=generated,
                    comment=comment,
                    allowed_values=labels or checks.get((oid, name), ()),
                    readable=(oid, name) not in unreadable,
                )
            )
        return found

    def _enums(self) -> dict[int, tuple[str, ...]]:
        found: dict[int, tuple[str, ...]] = {}
        for oid, label in self.session.rows(_ENUMS):
            found[oid] = (*found.get(oid, ()), label)
        return found

    def _listed_values(self) -> dict[tuple[int, str], tuple[str, ...]]:
        found: dict[tuple[int, str], tuple[str, ...]] = {}
        for oid, kind, _, _, _, check in self.session.rows(_CONSTRAINTS):
            listed = _LISTED.fullmatch(check) if kind == "c" else None
            if listed is not None and " AND " not in check and " OR " not in check:
                values = tuple(text.replace("''", "'") for text in _LISTED_VALUE.findall(listed["values"]))
                found[oid, listed["column"]] = values
        return found

    def _keys(self) -> dict[int, _Keys]:
        found: defaultdict[int, _Keys] = defaultdict(_Keys)
        for oid, kind, numbers, target, target_numbers, _ in self.session.rows(_CONSTRAINTS):
            if oid not in self.refs:
                continue
            if kind == "p":
                found[oid].primary = self._named(oid, numbers)
            elif kind == "u":
                found[oid].unique.append(self._named(oid, numbers))
            elif kind == "f" and target in self.refs:
                key = ForeignKey(
                    columns=self._named(oid, numbers),
                    target=self.refs[target],
                    target_columns=self._named(target, target_numbers),
                )
                found[oid].foreign.append(key)
        for oid, numbers in self.session.rows(_UNIQUE):
            if oid in self.refs:
                found[oid].unique.append(self._named(oid, numbers))
        return found

    def _reads(self) -> dict[int, set[TableRef]]:
        """What each view reads itself. A view of something that isn't ours reads that too, so that it is seen."""
        found: defaultdict[int, set[TableRef]] = defaultdict(set)
        for view, read_ in self.session.rows(_READS):
            if read_ in self.refs:
                found[view].add(self.refs[read_])
        return found

    def _parents(self) -> dict[int, tuple[TableRef, ...]]:
        """Of each partition and each table that inherits: what reads its rows too."""
        found: dict[int, tuple[TableRef, ...]] = {}
        for oid, parent in self.session.rows(_INHERITS):
            if parent in self.refs:
                found[oid] = (*found.get(oid, ()), self.refs[parent])
        return found

    def _named(self, oid: int, numbers: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.names[oid, number] for number in numbers)
