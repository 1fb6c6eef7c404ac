"""What may be read, by whom, how much, and what may leave this machine."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import Any, Literal, TypeAlias

from rejoinder.terms.catalog import Catalog, ColumnRef, ForeignKey, Table, TableKind, TableRef
from rejoinder.terms.estimate import Ceiling
from rejoinder.terms.limits import Limits, least
from rejoinder.terms.patterns import (
    is_exact,
    matches,
    matches_column,
    matches_table,
    table_part,
)

_MOST_REACHES = 64
_VIEWS = frozenset({TableKind.VIEW, TableKind.MATERIALIZED_VIEW})
_MAY_SHOW_OTHERS = _VIEWS | {TableKind.VIRTUAL}
"""What can show the rows of a table under another name."""
_WORD = re.compile(r"\w+")

Errors: TypeAlias = Literal["full", "masked", "off"]
"""What of a database's error a provider may be told: all, its words without its values, its class and code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What one asker may use in a day (UTC). None is no limit."""

    runs_per_day: int | None = None
    tokens_per_day: int | None = None
    money_per_day: Decimal | None = None
    """US dollars."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A kind of question that isn't answered. `pattern` is looked for anywhere in the question, up to case."""

    pattern: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RowFilter:
    """Rows of a table that may be read: a condition on its columns, in the database's own SQL.

    `table` is a pattern on `TABLE` or `SCHEMA.TABLE`. Where several fit a table, all their conditions hold.
    """

    table: str
    condition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """What somebody may read. Patterns hold `*` and `?` and ignore case; an allow list of None allows everything.

    Tables are `TABLE` or `SCHEMA.TABLE`, columns `TABLE.COLUMN` or `SCHEMA.TABLE.COLUMN`. A table is allowed by a
    schema, by its own name, or, where only columns are listed, by one of them. Denying wins over allowing.
    """

    allow_schemas: tuple[str, ...] | None = None
    allow_tables: tuple[str, ...] | None = None
    allow_columns: tuple[str, ...] | None = None
    """Limits the tables that it speaks of to these columns."""
    allow_functions: tuple[str, ...] | None = None
    """Of the database's user functions. Never lifts what `check` forbids."""
    deny_schemas: tuple[str, ...] = ()
    deny_tables: tuple[str, ...] = ()
    deny_columns: tuple[str, ...] = ()
    deny_functions: tuple[str, ...] = ()
    hide_tables: tuple[str, ...] = ()
    hide_columns: tuple[str, ...] = ()
    sensitive_columns: tuple[str, ...] = ()
    row_filters: tuple[RowFilter, ...] = ()
    limits: tuple[tuple[str, Any], ...] = ()
    """Names of fields of `Limits` and the most that they may be."""
    budget: Budget = field(default_factory=Budget)

    def allows_table(self, ref: TableRef) -> bool:
        """Whether it may be read, as far as its own name goes."""
        if matches(self.deny_schemas, ref.schema) or matches_table(self.deny_tables, ref):
            return False
        if self.allow_schemas is None and self.allow_tables is None:
            parts = None if self.allow_columns is None else tuple(map(table_part, self.allow_columns))
            return parts is None or matches_table(parts, ref)
        return matches(self.allow_schemas or (), ref.schema) or matches_table(self.allow_tables or (), ref)

    def names_table(self, ref: TableRef) -> bool:
        """Whether it is allowed by its very name, not by a pattern."""
        exact = tuple(pattern for pattern in self.allow_tables or () if is_exact(pattern))
        return matches_table(exact, ref) and self.allows_table(ref)

    def allows_column(self, ref: ColumnRef) -> bool:
        """Whether it may be read, given that its table may."""
        if matches_column(self.deny_columns, ref):
            return False
        relevant = [
            found for found in self.allow_columns or () if matches_table((table_part(found),), ref.table)
        ]
        return not relevant or matches_column(relevant, ref)

    def allows_function(self, name: str, *, user: bool) -> bool:
        """Whether it may be called. `user`: it is the database's own, not the engine's."""
        if matches(self.deny_functions, name):
            return False
        if user and self.allow_functions is None:
            return not self.row_filters  # what it reads can't be known, so it has to be named
        return not user or matches(self.allow_functions or (), name)

    def filters_rows(self, ref: TableRef) -> bool:
        """Whether only some of its rows may be read."""
        return any(matches_table((found.table,), ref) for found in self.row_filters)

    def hides_table(self, ref: TableRef) -> bool:
        """Whether its existence must not be told."""
        return matches_table(self.hide_tables, ref)

    def hides_column(self, ref: ColumnRef) -> bool:
        """Whether its existence must not be told."""
        return matches_column(self.hide_columns, ref)

    @property
    def restricts_reading(self) -> bool:
        """Whether anything at all is denied or hidden, rows included."""
        allow = (self.allow_schemas, self.allow_tables, self.allow_columns)
        other = (self.deny_schemas, self.deny_tables, self.deny_columns, self.hide_tables, self.hide_columns)
        return any(found is not None for found in allow) or any(other) or bool(self.row_filters)


@dataclass(frozen=True, kw_only=True)
class Policy:
    """The whole of `policy.toml`. `Policy()` lets everything be read and hides nothing.

    `askers` holds entries by pattern, in order: an exact name first, then the first pattern that fits; else
    `access` holds.
    """

    access: Access = field(default_factory=Access)
    askers: tuple[tuple[str, Access], ...] = ()
    values: Literal["match", "sample", "off"] = "match"
    errors: Errors = "full"
    topics: tuple[Topic, ...] = ()
    require_replica: bool = False

    @cached_property
    def digest(self) -> str:
        """The same for equal policies, in every process."""
        plain = json.dumps(dataclasses.asdict(self), sort_keys=True, default=str)
        return hashlib.sha256(plain.encode()).hexdigest()[:16]

    def access_of(self, asker: str) -> Access:
        """What holds for `asker`."""
        entry = self.entry_of(asker)
        return self.access if entry is None else self.askers[entry][1]

    def entry_of(self, asker: str) -> int | None:
        """The position of the entry of `askers` that holds for `asker`; None: the general rules do."""
        names = [name for name, _ in self.askers]
        if asker in names:
            return names.index(asker)
        fitting = (at for at, name in enumerate(names) if not is_exact(name) and matches((name,), asker))
        return next(fitting, None)

    def limits_for(self, asker: str, limits: Limits) -> Limits:
        """The least of `limits` and of what holds for `asker`."""
        most = dict(self.access_of(asker).limits)
        for name in ("ask_above", "never_above"):
            if name in most:
                most[name] = dataclasses.replace(_NO_CEILING, **dict(most[name]))
        return least(limits, dataclasses.replace(limits, **most))

    def budget_for(self, asker: str) -> Budget:
        """What `asker` may use in a day."""
        return self.access_of(asker).budget

    def errors_for(self, asker: str) -> Errors:
        """What of a database's error may go to a provider.

        An error quotes what it choked on: a stored value, or a name that the asker may not see. So it is masked
        wherever the rest of the policy keeps values or names back.
        """
        access = self.access_of(asker)
        keeps_back = self.values == "off" or access.sensitive_columns or access.restricts_reading
        return "masked" if self.errors == "full" and keeps_back else self.errors

    def topic(self, question: str) -> str | None:
        """The answer to give instead of answering, if the question is about a refused topic."""
        found = (topic for topic in self.topics if matches((f"*{topic.pattern}*",), question))
        return next((topic.answer for topic in found), None)

    def sensitive(self, column: ColumnRef, asker: str) -> bool:
        """Whether its values may be read, but never sent to a provider."""
        return matches_column(self.access_of(asker).sensitive_columns, column)


_NO_CEILING = Ceiling(rows_read=None, bytes_read=None, cost=None)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reach:
    """How far one asker reaches into one catalog."""

    access: Access
    visible: Catalog
    """What may be shown: neither hidden, nor denied, nor unreadable."""
    hidden: Collection[TableRef | ColumnRef] = frozenset()
    denied: Collection[TableRef | ColumnRef] = frozenset()
    unreadable: Collection[TableRef | ColumnRef] = frozenset()


def visible(catalog: Catalog, policy: Policy, asker: str) -> Catalog:
    """What `asker` may see of `catalog`. The same object for the same catalog, policy and access."""
    return reach(catalog, policy, asker).visible


def reach(catalog: Catalog, policy: Policy, asker: str) -> Reach:
    """How far `asker` reaches into `catalog`, worked out once for each entry of the policy."""
    key = ("reach", policy.digest, policy.entry_of(asker))
    found: Reach | None = catalog.memo.get(key)
    if found is None:
        found = _reach(catalog, policy.access_of(asker), policy.digest)
        while len(catalog.memo) >= _MOST_REACHES:
            catalog.memo.pop(next(iter(catalog.memo)), None)
        catalog.memo[key] = found
    return found


def _reach(catalog: Catalog, access: Access, digest: str) -> Reach:
    hidden: set[TableRef | ColumnRef] = set()
    denied: set[TableRef | ColumnRef] = set()
    unreadable = set(_unreadable(catalog))
    if access.restricts_reading:
        for table in catalog.tables:
            hidden.update(_hidden(table, access))
            denied.update(_denied(table, access))
        _deny_views(catalog, access, hidden, denied)
        _deny_ways_round(catalog, access, denied)
    if not (hidden or denied or unreadable or access.row_filters):
        return Reach(access=access, visible=catalog)
    gone = hidden | denied | unreadable
    shown = tuple(_without(table, gone, access) for table in catalog.tables if table.ref not in gone)
    part = dataclasses.replace(
        catalog,
        # Whoever keeps something by fingerprint must not take one asker's catalog for another's.
        fingerprint=f"{catalog.fingerprint}/{digest}/{hashlib.sha256(repr(access).encode()).hexdigest()[:8]}",
        tables=tuple(table for table in shown if table.columns or not catalog.by_ref[table.ref].columns),
        functions=tuple(f for f in catalog.functions if access.allows_function(f.name, user=True)),
        notes=(),
    )
    return Reach(access=access, visible=part, hidden=hidden, denied=denied, unreadable=unreadable)


def _unreadable(catalog: Catalog) -> Iterator[TableRef | ColumnRef]:
    for table in catalog.tables:
        if not table.readable:
            yield table.ref
        for column in table.columns:
            if not (table.readable and column.readable):
                yield ColumnRef(table.ref, column.name)


def _hidden(table: Table, access: Access) -> Iterator[TableRef | ColumnRef]:
    whole = access.hides_table(table.ref)
    if whole:
        yield table.ref
    if whole or access.hide_columns:
        refs = (ColumnRef(table.ref, column.name) for column in table.columns)
        yield from (ref for ref in refs if whole or access.hides_column(ref))


def _denied(table: Table, access: Access) -> Iterator[TableRef | ColumnRef]:
    whole = not access.allows_table(table.ref)
    if whole:
        yield table.ref
    if whole or access.deny_columns or access.allow_columns is not None:
        refs = (ColumnRef(table.ref, column.name) for column in table.columns)
        yield from (ref for ref in refs if whole or not access.allows_column(ref))


def _deny_views(
    catalog: Catalog, access: Access, hidden: set[TableRef | ColumnRef], denied: set[TableRef | ColumnRef]
) -> None:
    """A view is denied if anything under it is denied or hidden, unless it is allowed by its own name.

    One that is allowed so may also be read through other views: they show no more than a query on it could.
    """
    restricted = {ref.table if isinstance(ref, ColumnRef) else ref for ref in hidden | denied}
    if not restricted:
        return
    views = [table for table in catalog.tables if table.kind in _VIEWS and not access.names_table(table.ref)]
    grown = True
    while grown:
        grown = False
        for view in views:
            if view.ref not in denied and reads_any(view, restricted):
                denied.update(_with_columns(view))
                restricted.add(view.ref)
                grown = True


def _deny_ways_round(catalog: Catalog, access: Access, denied: set[TableRef | ColumnRef]) -> None:
    """What would show filtered rows under another name is denied, unless it has a row filter of its own.

    That is a view of them, whatever might be one, a part of a filtered table, and a table of which a part is filtered.
    """
    filtered: set[TableRef] = {table.ref for table in catalog.tables if access.filters_rows(table.ref)}
    functions = _unnamed_functions(catalog, access)
    others = [table for table in catalog.tables if table.ref not in filtered]
    parents = {parent for table in catalog.tables if table.ref in filtered for parent in table.parents}
    grown = bool(filtered)
    while grown:
        grown = False
        for table in others:
            if table.ref not in filtered and (table.ref in parents or _shows_any(table, filtered, functions)):
                denied.update(_with_columns(table))
                filtered.add(table.ref)
                parents.update(table.parents)
                grown = True


def _shows_any(table: Table, refs: Collection[TableRef], functions: Collection[str]) -> bool:
    if any(parent in refs for parent in table.parents):
        return True
    if table.kind not in _MAY_SHOW_OTHERS:
        return False
    words = {word.casefold() for word in _WORD.findall(table.definition)} if functions else set()
    return reads_any(table, refs) or not words.isdisjoint(functions)


def _unnamed_functions(catalog: Catalog, access: Access) -> Collection[str]:
    """The database's own functions that policy doesn't name: what one reads can't be known."""
    functions = (function.name for function in catalog.functions)
    return {name.casefold() for name in functions if not access.allows_function(name, user=True)}


def _with_columns(table: Table) -> Iterator[TableRef | ColumnRef]:
    yield table.ref
    for column in table.columns:
        yield ColumnRef(table.ref, column.name)


def reads_any(view: Table, refs: Collection[TableRef]) -> bool:
    """Whether a view reads one of `refs` directly. Where the engine can't say, it may."""
    return view.depends_on is None or any(ref in refs for ref in view.depends_on)


def _without(table: Table, gone: Collection[TableRef | ColumnRef], access: Access) -> Table:
    """The table without what is gone, nor any key or definition that would name it."""
    columns = tuple(column for column in table.columns if ColumnRef(table.ref, column.name) not in gone)
    kept = {column.name for column in columns}

    def whole(key: tuple[str, ...]) -> bool:
        return kept.issuperset(key)

    def reachable(key: ForeignKey) -> bool:
        targets = (ColumnRef(key.target, name) for name in key.target_columns)
        return whole(key.columns) and key.target not in gone and not any(ref in gone for ref in targets)

    return dataclasses.replace(
        table,
        columns=columns,
        primary_key=table.primary_key if whole(table.primary_key) else (),
        unique_keys=tuple(filter(whole, table.unique_keys)),
        foreign_keys=tuple(filter(reachable, table.foreign_keys)),
        definition="" if access.restricts_reading else table.definition,
        depends_on=None if access.restricts_reading else table.depends_on,
        parents=() if access.restricts_reading else table.parents,
        row_estimate=None if access.filters_rows(table.ref) else table.row_estimate,
    )
