"""FROM and WITH: which tables, derived tables and common table expressions a query reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlglot import exp

from rejoinder.sql._ctes import Cte, Ctes, find
from rejoinder.sql._walk import Walk
from rejoinder.sql.scopes import Clause, ColumnUse, CteUse, Meaning, Output, Scope, Source, TableUse
from rejoinder.terms.catalog import Catalog, ColumnRef, Table, TableRef
from rejoinder.terms.dialect import Dialect

_KNOWN = frozenset({"this", "alias", "db", "catalog", "joins", "laterals", "indexed", "only", "ordinality"})


class Sources:
    """Adds sources to scopes."""

    def __init__(self, walk: Walk, catalog: Catalog, dialect: Dialect) -> None:
        self._walk = walk
        self._catalog = catalog
        self._dialect = dialect
        self._open: dict[int, Cte] = {}
        self._system_schemas = dialect.system_schemas | catalog.system_schemas
        self._system_prefixes = tuple(name[:-1] for name in dialect.system_tables if name.endswith("*"))

    def add_all(self, node: exp.Expr, scope: Scope, ctes: Ctes | None) -> None:
        """Everything in FROM, JOIN and LATERAL of one SELECT."""
        if (clause := node.args.get("from_")) is not None:
            self._walk.kinds.add(type(clause))
            self.add(clause.this, scope, ctes)
        self._around(node, scope, ctes)

    def add(self, node: exp.Expr, scope: Scope, ctes: Ctes | None) -> None:
        """One entry of a FROM with whatever is joined to it inside."""
        self._walk.kinds.add(type(node))
        if isinstance(node, exp.Table):
            self._table(node, scope, ctes)
        elif isinstance(node, exp.Lateral):
            self._derived(node, node.this, scope, ctes, lateral=True)
        elif isinstance(node, exp.Subquery | exp.Paren) and _joined(node.this) is not None:
            self._parenthesised(node, scope, ctes)
        else:
            self._derived(node, _without_joins(node), scope, ctes, lateral=False)
        self._around(node, scope, ctes)

    def common(self, node: exp.Expr, scope: Scope, outer: Ctes | None) -> Ctes:
        """The common table expressions of one WITH, on top of those around it."""
        ctes = Ctes(outer, bool(node.args.get("recursive")) or self._dialect.ctes_see_all)
        for cte in node.expressions:
            alias = cte.args.get("alias")
            name = alias.this if alias is not None else None
            if name is None:
                continue
            key = self._key(name)
            if isinstance(cte.this, exp.Query | exp.DML):
                ctes.named[key] = Cte(name.name, cte, scope, ctes)
            else:  # ClickHouse: WITH 5 AS most
                self._walk.kinds.update((exp.CTE, exp.TableAlias))
                self._walk.walk(cte.this, scope, Clause.SELECT, outer)
                scope.aliases.setdefault(self._column_key(name), cte.this)
        for cte in list(ctes.named.values()):
            self._resolve(cte)
        if (search := node.args.get("search")) is not None:
            # SEARCH … SET gives a column more; which one is read by nobody but the query behind it.
            self._walk.kinds.add(type(search))
            for cte in ctes.named.values():
                cte.outputs = None if cte.recursive else cte.outputs
        return ctes

    def first_arm(self, scope: Scope) -> None:
        """What the first arm of a set operation returns is what a recursive reference below it sees."""
        cte = self._open.get(id(scope.node))
        if cte is not None:
            cte.outputs = self._named(scope, _columns(cte.node))

    def _resolve(self, cte: Cte) -> None:
        if cte.begun:
            return
        cte.begun = True
        body = cte.node.this
        while type(body) is exp.Subquery:
            body = body.this
        self._open[id(body)] = cte
        self._walk.kinds.update((exp.CTE, exp.TableAlias))
        owner = cte.owner
        cte.body = self._walk.query(cte.node.this, owner.parent, owner.place, cte.ctes)
        cte.outputs = self._named(cte.body, _columns(cte.node))
        cte.done = True
        self._walk.ctes.append(CteUse(cte.name, cte.node, cte.body, cte.recursive))

    def _around(self, node: exp.Expr, scope: Scope, ctes: Ctes | None) -> None:
        for join in node.args.get("joins") or ():
            self._join(join, scope, ctes)
        for lateral in node.args.get("laterals") or ():
            self.add(lateral, scope, ctes)

    def _join(self, join: exp.Join, scope: Scope, ctes: Ctes | None) -> None:
        self._walk.kinds.add(type(join))
        left = len(scope.sources)
        self.add(join.this, scope, ctes)
        scope.joins.append((join, left))
        for name, value in join.args.items():
            if name not in ("this", "on", "using") and isinstance(value, exp.Expr | list):
                self._walk.walk(value, scope, Clause.FROM, ctes)
        for identifier in join.args.get("using") or ():
            self._using(identifier, scope, left)
        if str(join.args.get("method") or "").upper() == "NATURAL":
            self._natural(join, scope, left)

    def _using(self, identifier: exp.Expr, scope: Scope, left: int) -> None:
        name = identifier.this if isinstance(identifier, exp.Column) else identifier
        self._walk.kinds.update((type(identifier), type(name)))
        sides = (scope.sources[:left], scope.sources[left:])
        founds = [self._first(side, name) for side in sides]
        for side, found in zip(sides, founds, strict=True):
            if found is None and any(source.opaque for source in side):
                continue
            if found is None or (found[1].ref is not None and self._walk.look_up.is_hidden(found[1].ref)):
                self._walk.look_up.unmerged(name)
                self._link(scope, founds, left)  # it is meant to join them, so that is all that is wrong
                return
        for found in founds:
            if found is not None:
                self._merge(name, found, scope)
        if founds[1] is not None:
            founds[1][0].merged[self._column_key(name)] = name
        self._link(scope, founds, left)

    def _natural(self, join: exp.Join, scope: Scope, left: int) -> None:
        for source in scope.sources[left:]:
            for output in source.columns():
                name = exp.Identifier(this=output.name, quoted=True)
                found = self._first(scope.sources[:left], name)
                if found is None:
                    continue
                self._merge(join, found, scope)
                self._merge(join, (source, output), scope)
                source.merged[self._column_key(name)] = None
                self._link(scope, [found, (source, output)], left)

    def _first(self, sources: Sequence[Source], name: exp.Expr) -> tuple[Source, Output] | None:
        quoted = bool(name.args.get("quoted"))
        for source in sources:
            output = source.find(name.name, quoted, self._walk.names)
            if output is not None:
                return source, output
        return None

    def _merge(self, node: exp.Expr, found: tuple[Source, Output], scope: Scope) -> None:
        source, output = found
        use = ColumnUse(node, scope, Clause.FROM, Meaning.COLUMN, source, output.ref)
        self._walk.columns.append(use)

    def _link(self, scope: Scope, founds: Iterable[tuple[Source, Output] | None], left: int) -> None:
        ends = {id(found[0]) for found in founds if found is not None}
        positions = {index for index, source in enumerate(scope.sources) if id(source) in ends}
        scope.links.append(frozenset(positions or {left - 1, left}))

    def _table(self, node: exp.Table, scope: Scope, ctes: Ctes | None) -> None:
        self._rest(node, scope, ctes)
        if not isinstance(node.this, exp.Identifier):
            self._function(node, scope, ctes)
            return
        name, schema = node.this, node.args.get("db")
        cte = None if schema is not None else find(self._key(name), ctes)
        if cte is not None:
            self._common_source(node, cte, scope)
            return
        table = self._stored(node)
        if table is None and (described := self._described(node)) is not None:
            source = self._source(node, scope, name.name)
            self._walk.tables.append(TableUse(node, scope, source, described.ref, about=True))
            return
        source = self._source(node, scope, name.name, table=table)
        system = table is None and self._is_system(name.name, schema)
        ref = table.ref if table is not None else None
        if system:
            ref = TableRef(schema.name if schema is not None else "", name.name.lower())
        elif table is None:
            subject = f"{schema.name}.{name.name}" if schema is not None else name.name
            self._walk.look_up.unknown_table(node, subject)
        self._walk.tables.append(TableUse(node, scope, source, ref, system))

    def _common_source(self, node: exp.Table, cte: Cte, scope: Scope) -> None:
        if not cte.begun:
            self._resolve(cte)
        elif not cte.done:
            cte.recursive = True
        recursive = cte.begun and not cte.done
        source = self._source(
            node, scope, node.name, query=cte.body, outputs=cte.outputs, recursive=recursive
        )
        self._walk.tables.append(TableUse(node, scope, source))

    def _stored(self, node: exp.Table) -> Table | None:
        database = node.args.get("catalog")
        if database is not None and database.name.lower() != self._catalog.database.lower():
            return None
        name = node.this
        table = self._walk.names.table(
            self._catalog, node.args.get("db"), name.name, bool(name.args.get("quoted"))
        )
        return None if table is None or self._walk.look_up.is_hidden(table.ref) else table

    def _described(self, node: exp.Table) -> Table | None:
        """The table that `t$snapshots` is about."""
        written = node.name.lower()
        suffix = next((found for found in self._dialect.metadata_suffixes if written.endswith(found)), "")
        if not suffix:
            return None
        base = node.copy()
        base.this.set("this", node.name[: -len(suffix)])
        return self._stored(base)

    def _is_system(self, name: str, schema: exp.Expr | None) -> bool:
        folded = name.lower()
        if schema is not None and schema.name.lower() in self._system_schemas:
            return True
        if schema is not None and schema.name.lower() not in self._dialect.default_schemas:
            return False
        return folded in self._dialect.system_tables or folded.startswith(self._system_prefixes or ("\0",))

    def _function(self, node: exp.Table, scope: Scope, ctes: Ctes | None) -> None:
        """A table function. Its arguments see the sources to the left, which are there already."""
        called = node.this
        name = ""
        if isinstance(called, exp.Anonymous):
            name = called.name
        elif isinstance(called, exp.Func):
            name = called.sql_name().lower()
        before = len(self._walk.columns)
        self._walk.walk(called, scope, Clause.FROM, ctes)
        columns = self._dialect.table_functions.get(name.lower())
        table = self._walk.names.table(self._catalog, node.args.get("db"), name, False)
        if table is not None and self._walk.look_up.is_hidden(table.ref):
            table = None
        outputs = None
        if columns is not None:
            outputs = {column: Output(column) for column in columns}
        source = self._source(node, scope, name, table=table, outputs=outputs)
        self._walk.link(scope, before, also=len(scope.sources) - 1)
        if table is not None:
            self._walk.tables.append(TableUse(node, scope, source, table.ref))

    def _derived(
        self, node: exp.Expr, inner: exp.Expr, scope: Scope, ctes: Ctes | None, *, lateral: bool
    ) -> None:
        outputs = None
        query = None
        before = len(self._walk.columns)
        if isinstance(inner, exp.Query | exp.Values):
            # A derived table sees the queries around its own, but not its neighbours, unless LATERAL.
            parent, place = (scope, Clause.FROM) if lateral else (scope.parent, scope.place)
            query = self._walk.query(inner, parent, place, ctes)
            outputs = self._named(query, ())
        else:
            self._walk.walk(list(inner.args.values()), scope, Clause.FROM, ctes)
        self._source(node, scope, "", query=query, outputs=outputs)
        self._walk.link(scope, before, also=len(scope.sources) - 1)

    def _parenthesised(self, node: exp.Expr, scope: Scope, ctes: Ctes | None) -> None:
        """`(a JOIN b)`: its tables stand in this FROM, unless it has a name of its own."""
        inner = _joined(node.this)
        if inner is None:
            return
        if node.args.get("alias") is None:
            self.add(inner, scope, ctes)
            return
        own = self._walk.opened(node, scope.parent, scope.place)
        self.add(inner, own, ctes)
        self._walk.join_conditions(own, ctes)
        for source in own.sources:
            own.outputs.extend(source.columns())
            own.whole.extend([False] if source.opaque else [])
        self._source(node, scope, "", query=own, outputs=self._named(own, ()))

    def _source(
        self,
        node: exp.Expr,
        scope: Scope,
        name: str,
        *,
        table: Table | None = None,
        query: Scope | None = None,
        outputs: dict[str, Output] | None = None,
        recursive: bool = False,
    ) -> Source:
        alias = node.args.get("alias")
        called: exp.Expr | None = None
        columns: Sequence[exp.Expr] = ()
        if isinstance(alias, exp.TableAlias):
            self._walk.kinds.add(exp.TableAlias)
            called, columns = alias.this, alias.args.get("columns") or ()
        elif isinstance(alias, exp.Identifier):
            called = alias
        own = called if called is not None else node.this if isinstance(node, exp.Table) else None
        quoted = isinstance(own, exp.Identifier) and bool(own.args.get("quoted"))
        name = called.name if called is not None else name
        if node.args.get("pivots"):
            table, outputs, columns = None, None, ()
        elif columns and table is not None:
            stored = (Output(column.name, ColumnRef(table.ref, column.name)) for column in table.columns)
            table, outputs = None, self._renamed(list(stored), columns)
        elif columns:
            outputs = self._renamed(list((outputs or {}).values()), columns)
        key = self._walk.names.table_key(name, quoted)
        source = Source(name, key, node, scope, table, query, outputs, recursive=recursive)
        scope.sources.append(source)
        return source

    def _named(self, scope: Scope, columns: Sequence[exp.Expr]) -> dict[str, Output] | None:
        if columns:
            return self._renamed([] if scope.whole else scope.outputs, columns)
        return None if scope.whole else self._renamed(scope.outputs, ())

    def _renamed(self, outputs: Sequence[Output], columns: Sequence[exp.Expr]) -> dict[str, Output]:
        """By folded name. The first of two columns of one name wins, as it does in the engines."""
        named: dict[str, Output] = {}
        for index in range(max(len(outputs), len(columns))):
            output = outputs[index] if index < len(outputs) else None
            if index < len(columns):
                given = columns[index]
                given = given.this if isinstance(given, exp.ColumnDef) else given
                name = self._walk.names.given(given.name, bool(given.args.get("quoted")))
                renamed = Output(name, output.ref if output else None, output.node if output else None)
                named.setdefault(self._column_key(given), renamed)
            elif output is not None:
                named.setdefault(self._walk.names.column_key(output.name, True), output)
        return named

    def _rest(self, node: exp.Table, scope: Scope, ctes: Ctes | None) -> None:
        for name, value in node.args.items():
            if name not in _KNOWN and isinstance(value, exp.Expr | list) and value:
                self._walk.walk(value, scope, Clause.FROM, ctes)

    def _key(self, identifier: exp.Expr) -> str:
        return self._walk.names.table_key(identifier.name, bool(identifier.args.get("quoted")))

    def _column_key(self, identifier: exp.Expr) -> str:
        return self._walk.names.column_key(identifier.name, bool(identifier.args.get("quoted")))


def _columns(cte: exp.CTE) -> Sequence[exp.Expr]:
    alias = cte.args.get("alias")
    return (alias.args.get("columns") or ()) if alias is not None else ()


def _without_joins(node: exp.Expr) -> exp.Expr:
    """The query itself where a table is one, `((SELECT …) AS t JOIN u)`: what is joined to it stands beside it."""
    if type(node) is not exp.Subquery or not node.args.get("joins"):
        return node
    others = {name for name, value in node.args.items() if value} - {"this", "alias", "joins"}
    return node if others else node.this


def _joined(node: exp.Expr | None) -> exp.Expr | None:
    """The first table inside brackets that hold tables, not a query alone."""
    while isinstance(node, exp.Subquery | exp.Paren) and node.args.get("alias") is None:
        if node.args.get("joins"):
            return node
        inner = node.this
        if not isinstance(inner, exp.Subquery | exp.Paren | exp.Table):
            return None
        node = inner
    # What has a name of its own, `((SELECT …) AS t JOIN u)`, is a table among others.
    return node if isinstance(node, exp.Table | exp.Subquery | exp.Paren | exp.Lateral) else None
