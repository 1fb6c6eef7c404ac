"""The tables of a query: joined where rows don't multiply, looked for in a subquery where they would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rejoinder.drafting.narrow import Narrowing, OnTable, negation, without_null
from rejoinder.drafting.query import Expression, Filter, Hop, Member, Null, Query, Stands
from rejoinder.drafting.settle import Settling, Unsettled
from rejoinder.terms.catalog import ColumnRef, TableRef


class Joins:
    """Brings the tables together that a query names."""

    def __init__(self, settling: Settling, query: Query) -> None:
        self._settling = settling
        self._query = query
        self._hops: list[Hop] = []
        self._joined = {query.root}

    def joined(self, narrowing: Narrowing) -> Query:
        """The query with its joins and filters. Raises `Unsettled`."""
        query = self._query
        for table in _tables(query):
            self._join(self._settling.path(query.root, table))
        filters: list[Filter] = []
        beside: dict[TableRef, list[OnTable]] = {}
        apart: list[ColumnRef] = []
        for each in narrowing.on_tables:
            if each.apart and not self._settling.multiplies(query.root, each.table):
                apart += [column for one in each.filters if (column := _column_of(one)) is not None]
            if each.counted is None and each.table in self._joined:
                filters += self._here(each)
            elif each.counted is None and self._one(each.table):
                filters += self._of_one(each)
            elif each.negated or each.apart or each.counted is not None:
                filters.append(self._member([each]))
            else:
                beside.setdefault(each.table, []).append(each)
        filters += [self._member(each) for each in beside.values()]
        filters += [Null(column, negated=True) for column in self._lowest()]
        if len(set(apart)) < len(apart):
            raise Unsettled("both")
        self._fan_out()
        self._ordered_by_one()
        query = replace(query, hops=tuple(self._hops), filters=tuple(dict.fromkeys(filters)))
        return self._counting(query)

    def _lowest(self) -> Iterator[ColumnRef]:
        """The columns of which the least is asked: nothing is less than what isn't known."""
        for each, direction in self._query.order:
            if self._query.limit is None or direction != "ASC" or each.function or each.column is None:
                continue
            if self._settling.shapes.column(each.column).nullable:
                yield each.column

    def _join(self, path: Iterable[Hop]) -> None:
        for hop in path:
            if hop.target not in self._joined:
                self._joined.add(hop.target)
                self._hops.append(hop)

    def _one(self, table: TableRef) -> bool:
        return not self._settling.multiplies(self._query.root, table)

    def _here(self, each: OnTable) -> list[Filter]:
        """Filters on a table that is joined: an inner join by itself says that there is a row."""
        if each.negated and len(each.filters) != 1:
            raise Unsettled(each.table.name)
        return [negation(one) if each.negated else one for one in each.filters]

    def _of_one(self, each: OnTable) -> list[Filter]:
        """Filters on the one row of another table that a row refers to."""
        path = self._settling.path(self._query.root, each.table)
        if each.filters and not (each.negated and len(each.filters) > 1):
            self._join(path)
            return self._here(each)
        columns = [ColumnRef(path[0].source, name) for name in path[0].columns]
        if each.filters or len(path) > 1:
            return [self._member([each])]
        if all(not self._settling.shapes.column(column).nullable for column in columns) and not each.negated:
            return []
        return [Null(columns[0], negated=not each.negated)]

    def _member(self, parts: list[OnTable]) -> Member:
        path = self._settling.path(self._query.root, parts[0].table)
        if not path:
            raise Unsettled(parts[0].table.name)
        first = path[0]
        inner = tuple(ColumnRef(first.target, name) for name in first.target_columns)
        groups = tuple(Expression(column=column) for column in inner)
        counted = [_of_rows(part.counted) for part in parts if part.counted is not None]
        query = Query(
            root=first.target,
            hops=path[1:],
            selected=groups,
            filters=tuple(one for part in parts for one in part.filters),
            groups=groups if counted else (),
            having=tuple(counted),
        )
        few = _few(counted)
        if few is not None:
            query = replace(query, having=(few,))
        negated = parts[0].negated or few is not None
        if negated:
            query = without_null(query, inner, self._settling)
        columns = tuple(ColumnRef(first.source, name) for name in first.columns)
        return Member(columns, query, negated=negated)

    # Aggregates

    def _fan_out(self) -> None:
        """An average over rows that a join repeats would be wrong: that isn't answered."""
        for each in self._aggregates():
            if each.function == "COUNT" or each.column is None or each.function in ("MIN", "MAX"):
                continue
            if self._repeats(each.column.table):
                raise Unsettled(f"{each.function.lower()} of {each.column.name}")

    def _ordered_by_one(self) -> None:
        """An order by what a row has several of would show the row several times."""
        query = self._query
        shown = {each.column.table for each in query.selected if each.column is not None}
        for each, _ in query.order:
            if each.function or each.column is None or query.groups or each.column.table in shown:
                continue
            if self._settling.multiplies(query.root, each.column.table) and query.limit is None:
                raise Unsettled(each.column.name)

    def _counting(self, query: Query) -> Query:
        """Counts of rows that a join repeats count each row once."""

        def counted(each: Expression) -> Expression:
            if each.function != "COUNT" or each.column is not None or each.table is None:
                return each
            if not self._repeats(each.table):
                return replace(each, table=None)
            key = self._settling.shapes.key(each.table)
            if len(key) != 1:
                raise Unsettled(f"count of {each.table.name}")
            return replace(each, table=None, column=key[0], distinct=True)

        return replace(
            query,
            selected=tuple(map(counted, query.selected)),
            order=tuple((counted(each), direction) for each, direction in query.order),
            having=tuple(replace(each, left=counted(each.left)) for each in query.having),
        )

    def _aggregates(self) -> Iterator[Expression]:
        yield from (each for each in self._query.selected if each.function)
        yield from (each for each, _ in self._query.order if each.function)
        yield from (each.left for each in self._query.having)

    def _repeats(self, table: TableRef) -> bool:
        """Whether the joins show a row of `table` several times."""
        seen, left = {table}, [table]
        while left:
            here = left.pop()
            for hop in self._hops:
                for way in (hop, self._back(hop)):
                    if way.source == here and way.target not in seen:
                        if way.many:
                            return True
                        seen.add(way.target)
                        left.append(way.target)
        return False

    def _back(self, hop: Hop) -> Hop:
        ways = self._settling.graph.hops[hop.target]
        return next(
            way
            for way in ways
            if way.target == hop.source
            and way.columns == hop.target_columns
            and way.target_columns == hop.columns
        )


def _tables(query: Query) -> Iterator[TableRef]:
    for each in (*query.selected, *query.groups, *(each for each, _ in query.order)):
        if each.column is not None:
            yield each.column.table
        elif each.table is not None:
            yield each.table
    for stands in query.having:
        if stands.left.column is not None:
            yield stands.left.column.table


def _column_of(each: Filter) -> ColumnRef | None:
    return each.left.column if isinstance(each, Stands) else getattr(each, "column", None)


def _of_rows(stands: Stands) -> Stands:
    return replace(stands, left=replace(stands.left, table=None))


def _few(counted: list[Stands]) -> Stands | None:
    """Here "fewer than 3" is also said of what has none, so it is asked the other way round."""
    if len(counted) != 1 or counted[0].left.function != "COUNT":
        return None
    stands = counted[0]
    if stands.operator in ("<", "<="):
        return replace(stands, operator=">=" if stands.operator == "<" else ">")
    if stands.operator == "=" and stands.right == 0:
        return replace(stands, operator=">")
    return None
