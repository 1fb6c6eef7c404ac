"""How a dialect compares names: what a draft wrote against what the catalog stores."""

from __future__ import annotations

from sqlglot import exp

from rejoinder.terms.catalog import Catalog, Column, Function, Table
from rejoinder.terms.dialect import Case, Dialect


class Names:
    """The rules of case of one dialect."""

    __slots__ = ("_column_case", "_default_schemas", "_table_case", "names_calls", "rule")

    def __init__(self, dialect: Dialect) -> None:
        self._column_case = dialect.column_case
        self.rule = dialect.column_case.value
        self._table_case = dialect.table_case
        self._default_schemas = dialect.default_schemas
        self.names_calls = dialect.names_calls

    def column_key(self, name: str, quoted: bool) -> str:
        """A form in which two column names or aliases of one draft are equal if the engine says so."""
        return _folded(name, quoted, self._column_case)

    def given(self, name: str, quoted: bool) -> str:
        """The name that a column gets which a draft calls so: PostgreSQL writes it small."""
        return name if self._column_case is Case.INSENSITIVE else _folded(name, quoted, self._column_case)

    def table_key(self, name: str, quoted: bool) -> str:
        """The same for names and aliases of tables, and of CTEs."""
        return _folded(name, quoted, self._table_case)

    def column(self, table: Table, name: str, quoted: bool) -> Column | None:
        """The stored column that the draft's `name` means."""
        if self._column_case is Case.INSENSITIVE:
            return table.by_name.get(name) or next(iter(table.by_folded.get(name.lower(), ())), None)
        return table.by_name.get(_folded(name, quoted, self._column_case))

    def table(self, catalog: Catalog, schema: exp.Expr | None, name: str, quoted: bool) -> Table | None:
        """The stored table that the draft's `name` means, in `schema` or along the search path."""
        found = [
            table
            for table in catalog.by_folded.get(name.lower(), ())
            if self._same(table.ref.name, name, quoted)
        ]
        if not found:
            return None
        exact = [table for table in found if table.ref.name == name]
        candidates = exact or found
        if schema is None:
            paths = catalog.search_path
            return next((t for path in paths for t in candidates if t.ref.schema == path), None)
        return next((table for table in candidates if self.in_schema(table.ref.schema, schema)), None)

    def function(self, catalog: Catalog, name: str, schema: str = "") -> Function | None:
        """The user function of that name, in `schema` if one is given; the impure one where several share it."""
        found = catalog.functions_by_folded.get(name.lower(), ())
        inside = [each for each in found if not schema or each.schema.lower() == schema.lower()]
        return min(inside, key=lambda function: function.pure, default=None)

    def _same(self, stored: str, name: str, quoted: bool) -> bool:
        return self._table_case is Case.INSENSITIVE or stored == _folded(name, quoted, self._table_case)

    def in_schema(self, stored: str, schema: exp.Expr) -> bool:
        """Whether the draft's `schema` means the stored one."""
        name, quoted = schema.name, bool(schema.args.get("quoted"))
        if not stored:
            return name.lower() in self._default_schemas
        if self._table_case is Case.INSENSITIVE:
            return stored.lower() == name.lower()
        return stored == _folded(name, quoted, self._table_case)


def _folded(name: str, quoted: bool, case: Case) -> str:
    if case is Case.INSENSITIVE:
        return name.lower()
    if quoted or case is Case.SENSITIVE:
        return name
    return name.upper() if case is Case.FOLDS_UPPER else name.lower()
