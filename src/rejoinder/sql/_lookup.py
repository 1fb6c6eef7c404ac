"""What a name in the place of a column means, and the words for one that means nothing or too much."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sqlglot import exp

from rejoinder.sql.names import Names
from rejoinder.sql.near import near_names
from rejoinder.sql.parse import span_of
from rejoinder.sql.scopes import Clause, ColumnUse, Meaning, Output, Scope, Source
from rejoinder.terms.catalog import Catalog, ColumnRef, Table, TableRef, TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect
from rejoinder.terms.finding import Finding
from rejoinder.terms.span import Span

MOST_CANDIDATES = 3

_ALIAS_FIRST = frozenset({Clause.ORDER})
_ALWAYS_SEE_ALIASES = _OUTERMOST = frozenset({Clause.ORDER, Clause.GROUP})


class LookUp:
    """Looks names up, and keeps the problems."""

    def __init__(
        self, text: str, dialect: Dialect, hidden: Collection[TableRef | ColumnRef], visible: Catalog
    ) -> None:
        self.names = Names(dialect)
        self._text = text
        self.problems: list[Finding] = []
        self._dialect = dialect
        self._hidden = hidden
        self._visible = visible

    def column(
        self, node: exp.Column, scope: Scope, clause: Clause, arms: Sequence[Scope] | None
    ) -> ColumnUse:
        """The use of `node`, a problem recorded where it is one."""
        if arms is not None:
            use = self._in_arms(node, arms) or ColumnUse(node, scope, clause, Meaning.OPAQUE)
        else:
            use = self._resolved(node, scope, clause)
        if use.meaning is Meaning.AMBIGUOUS:
            use = self._ambiguous(use)
        elif use.ref is not None and use.ref in self._hidden:
            use = ColumnUse(node, scope, clause, Meaning.UNKNOWN)
            self._unknown(use)
        elif use.meaning is Meaning.UNKNOWN:
            if self._is_text(node, scope):
                return ColumnUse(node, scope, clause, Meaning.TEXT)
            self._unknown(use)
        return use

    def word(
        self, node: exp.Expr, scope: Scope, clause: Clause, arms: Sequence[Scope] | None
    ) -> ColumnUse | None:
        """A word that the parser took for a value, where it is the name of a column to the engine."""
        is_boolean = isinstance(node, exp.Boolean)
        name = (node.sql_name() if isinstance(node, exp.Func) else str(node.this)).lower()
        if name in self._dialect.constants:
            return None
        column = exp.Column(this=exp.Identifier(this=name, quoted=False))
        if is_boolean and self._resolved(column, scope, clause).meaning is Meaning.UNKNOWN:
            return None
        return self.column(column, scope, clause, arms)

    def unknown_source(self, qualifier: exp.Expr) -> None:
        """A qualifier that names nothing in its query."""
        self._problem(
            Defect.UNKNOWN_COLUMN,
            f"`{qualifier.name}` is not a table or alias of this query.",
            f"{qualifier.name}.*",
            span_of(qualifier),
            (),
        )

    def unknown_table(self, node: exp.Table, subject: str) -> None:
        """A table that isn't there, or that is hidden: the words are the same."""
        visible = {_said(table.ref, self._visible): None for table in self._visible.tables}
        near = near_names(node.name, visible, MOST_CANDIDATES)
        self._problem(
            Defect.UNKNOWN_TABLE, f"There is no table or view `{subject}`.", subject, span_of(node), near
        )

    def unmerged(self, identifier: exp.Expr) -> None:
        """A column of USING that isn't in both tables."""
        name = identifier.name
        self._problem(
            Defect.UNKNOWN_COLUMN,
            f"`{name}` is not a column of both joined tables.",
            name,
            span_of(identifier),
            (),
        )

    def is_hidden(self, ref: TableRef | ColumnRef) -> bool:
        """Whether the asker must not learn that it exists."""
        return ref in self._hidden

    def _resolved(self, node: exp.Column, scope: Scope, clause: Clause) -> ColumnUse:
        name, quoted = node.name, _quoted(node.this)
        table = node.args.get("table")
        key = self.names.column_key(name, quoted)
        if table is None and clause in _ALIAS_FIRST and self._is_output(key, scope) and _bare(node):
            return ColumnUse(node, scope, clause, Meaning.ALIAS)
        qualifier = self.names.table_key(table.name, _quoted(table)) if table is not None else None
        level: Scope | None = scope
        place: Clause | None = clause
        while level is not None:
            use = self._at_level(node, level, qualifier, key, place)
            if use is not None:
                meaning, source, output = use
                return ColumnUse(node, scope, clause, meaning, source, output.ref if output else None)
            if place in _OUTERMOST and not self._dialect.ordering_sees_outer:
                break
            place = level.place
            level = level.parent
        return self._part_or_row(node, scope, clause) or ColumnUse(node, scope, clause, Meaning.UNKNOWN)

    def _is_output(self, key: str, scope: Scope) -> bool:
        return key in scope.aliases or (self._dialect.ordering_prefers_output and key in scope.selected)

    def _part_or_row(self, node: exp.Column, scope: Scope, clause: Clause) -> ColumnUse | None:
        """A field of a column (`c.field`, `t.c.field`), or the whole row of a source (`t`)."""
        parts = [part for part in node.parts if isinstance(part, exp.Identifier)]
        if self._dialect.nested_fields and len(parts) > 1:
            for length in (1, 2):
                owner = exp.Column(**dict(zip(("this", "table"), reversed(parts[:length]), strict=False)))
                found = self._whole(owner, scope)
                if len(parts) > length and found is not None:
                    return ColumnUse(node, scope, clause, Meaning.COLUMN, *found)
        if self._dialect.rows_are_values and len(parts) == 1:
            key = self.names.table_key(node.name, _quoted(parts[0]))
            source = next((source for source in _in_sight(scope) if source.key == key), None)
            return ColumnUse(node, scope, clause, Meaning.ROW, source) if source is not None else None
        return None

    def _whole(self, owner: exp.Column, scope: Scope) -> tuple[Source, ColumnRef | None] | None:
        table = owner.args.get("table")
        key = self.names.table_key(table.name, _quoted(table)) if table is not None else None
        for source in _in_sight(scope):
            if key is None or source.key == key:
                output = source.find(owner.name, _quoted(owner.this), self.names)
                if output is not None:
                    return source, output.ref
        return None

    def _at_level(
        self, node: exp.Column, level: Scope, qualifier: str | None, key: str, place: Clause | None
    ) -> tuple[Meaning, Source | None, Output | None] | None:
        name, quoted = node.name, _quoted(node.this)
        hit: tuple[Source, Output] | None = None
        opaque: Source | None = None
        rowids: list[Source] = []
        for source in level.sources:
            if qualifier is not None and (source.key != qualifier or not self._same_schema(node, source)):
                continue
            output = source.find(name, quoted, self.names)
            if output is None:
                opaque = source if source.opaque else opaque
                rowids.append(source)
            elif hit is None:
                hit = (source, output)
            elif key not in source.merged:
                return Meaning.AMBIGUOUS, source, None
        if hit is not None:
            return Meaning.COLUMN, *hit
        if len(rowids) == 1 and name.lower() in self._dialect.system_columns and rowids[0].table is not None:
            return Meaning.ROWID, rowids[0], _behind_rowid(rowids[0].table)
        if qualifier is None and key in level.aliases and self._sees_aliases(place):
            return Meaning.ALIAS, None, None
        return (Meaning.OPAQUE, opaque, None) if opaque is not None else None

    def _same_schema(self, node: exp.Column, source: Source) -> bool:
        schema = node.args.get("db")
        if schema is None:
            return True
        if source.table is not None:
            return self.names.in_schema(source.table.ref.schema, schema)
        written = source.node.args.get("db")
        return written is not None and written.name.lower() == schema.name.lower()

    def _sees_aliases(self, place: Clause | None) -> bool:
        if place is Clause.SELECT:
            return self._dialect.aliases_in_select
        if place is None:
            return False
        if place is Clause.HAVING and self._dialect.aliases_in_having:
            return True
        return self._dialect.aliases_everywhere or place in _ALWAYS_SEE_ALIASES

    def _in_arms(self, node: exp.Column, arms: Sequence[Scope]) -> ColumnUse | None:
        """ORDER BY of a set operation: what an arm returns, or what an arm could name."""
        key = self.names.column_key(node.name, _quoted(node.this))
        for arm in arms:
            if node.args.get("table") is None:
                for output in arm.outputs:
                    if self.names.column_key(output.name, True) == key:
                        return ColumnUse(node, arm, Clause.ORDER, Meaning.ALIAS, None, output.ref)
            use = self._resolved(node, arm, Clause.ORDER)
            if use.meaning not in (Meaning.UNKNOWN, Meaning.AMBIGUOUS):
                return use
        return None

    def _is_text(self, node: exp.Column, scope: Scope) -> bool:
        """Whether an unknown double-quoted name is meant, and read, as text.

        SQLite reads any unknown "name" as text, so a misspelt column silently becomes a constant. Only in the
        place of a value, beside something else, and spelling no column in sight, is it taken for text.
        """
        identifier = node.this
        if not self._dialect.quoted_name_falls_back_to_text or node.args.get("table") is not None:
            return False
        start = identifier.meta_get("start")
        if start is None or self._text[start : start + 1] != '"' or not _stands_for_value(node):
            return False
        spelt = _plain(node.name)
        return all(_plain(name) != spelt for name in _names_in_sight(scope))

    def _unknown(self, use: ColumnUse) -> None:
        node = use.node
        name = node.name
        table = node.args.get("table")
        subject = f"{table.name}.{name}" if table is not None else name
        sources = list(_in_sight(use.scope))
        span = span_of(node)
        if table is None:
            owners, named = [], sources
            message = f"There is no column `{name}` here."
        else:
            key = self.names.table_key(table.name, _quoted(table))
            named = [source for source in sources if source.key == key]
            owners = [source for source in sources if source.key != key and self._offers(source, name)]
            if named:
                message = f"`{table.name}` has no column `{name}`."
            else:
                message = f"`{table.name}` is not a table or alias of this query, so there is no `{subject}`."
        near = near_names(name, self._shown(named or sources), MOST_CANDIDATES)
        candidates = [f"{source.name}.{name}" for source in owners]
        candidates += [self._qualified(candidate, named or sources) for candidate in near]
        self._problem(Defect.UNKNOWN_COLUMN, message, subject, span, candidates)

    def _ambiguous(self, use: ColumnUse) -> ColumnUse:
        """A name that is hidden in every table that has it is as unknown as any other."""
        name = use.node.name
        level: Scope | None = use.scope
        while level is not None:
            owners = [source for source in level.sources if source.find(name, False, self.names)]
            if len(owners) > 1:
                break
            level = level.parent
        sources = level.sources if level is not None else []
        candidates = [f"{source.name}.{name}" for source in sources if self._offers(source, name)]
        if not candidates:
            unknown = ColumnUse(use.node, use.scope, use.clause, Meaning.UNKNOWN)
            self._unknown(unknown)
            return unknown
        message = f"Write which table's `{name}` is meant: several tables here have a column of that name."
        self._problem(Defect.AMBIGUOUS_COLUMN, message, name, use.span, candidates, most=len(candidates))
        return use

    def _offers(self, source: Source, name: str) -> bool:
        output = source.find(name, False, self.names)
        return output is not None and (output.ref is None or self._is_shown(output.ref))

    def _shown(self, sources: Sequence[Source]) -> dict[str, None]:
        return {
            output.name: None
            for source in sources
            for output in source.columns()
            if output.name and (output.ref is None or self._is_shown(output.ref))
        }

    def _is_shown(self, ref: ColumnRef) -> bool:
        table = self._visible.by_ref.get(ref.table)
        return table is not None and ref.name in table.by_name

    def _qualified(self, name: str, sources: Sequence[Source]) -> str:
        owner = next((source for source in sources if self._offers(source, name)), None)
        return f"{owner.name}.{name}" if owner is not None and owner.name else name

    def _problem(
        self,
        defect: Defect,
        message: str,
        subject: str,
        span: Span | None,
        candidates: Iterable[str],
        most: int = MOST_CANDIDATES,
    ) -> None:
        offered = tuple(dict.fromkeys(candidates))[:most]
        self.problems.append(
            Finding(
                defect=defect, message=message, subject=subject, span=span, candidates=offered, rule="names"
            )
        )


def _behind_rowid(table: Table) -> Output | None:
    """The column that the row's own number is another name for: a primary key of one integer."""
    if len(table.primary_key) != 1:
        return None
    column = table.by_name.get(table.primary_key[0])
    if column is None or column.family is not TypeFamily.INTEGER:
        return None
    return Output(column.name, ColumnRef(table.ref, column.name))


def _quoted(identifier: exp.Expr) -> bool:
    return bool(identifier.args.get("quoted")) if isinstance(identifier, exp.Identifier) else True


def _bare(node: exp.Expr) -> bool:
    parent = node.parent
    while isinstance(parent, exp.Collate | exp.Paren):
        parent = parent.parent
    return isinstance(parent, exp.Ordered | exp.Order)


def _said(ref: TableRef, catalog: Catalog) -> str:
    return ref.name if ref.schema in catalog.search_path else str(ref)


def _in_sight(scope: Scope) -> Iterable[Source]:
    level: Scope | None = scope
    while level is not None:
        yield from level.sources
        level = level.parent


def _names_in_sight(scope: Scope) -> Iterable[str]:
    return (output.name for source in _in_sight(scope) for output in source.columns() if output.name)


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name)).lower()


def _stands_for_value(node: exp.Column) -> bool:
    parent = node.parent
    child: exp.Expr = node
    while isinstance(parent, exp.Paren | exp.Collate | exp.Tuple | exp.DPipe | exp.Neg):
        if isinstance(parent, exp.DPipe):
            return True
        child, parent = parent, parent.parent
    if isinstance(parent, exp.In | exp.Between):
        return child.arg_key != "this"
    if isinstance(parent, exp.If | exp.Case):
        return child.arg_key in ("true", "false", "default")
    if isinstance(parent, exp.Binary | exp.Escape):
        other = parent.expression if child is parent.this else parent.this
        return not _constant(other) and (child is not parent.this or not isinstance(other, exp.Column))
    return isinstance(parent, exp.Func) and len([1 for _ in parent.iter_expressions()]) > 1


def _constant(node: exp.Expr) -> bool:
    return isinstance(node, exp.Literal | exp.Null | exp.Boolean)
