"""A query as SQL of a dialect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cache
from typing import assert_never

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as SqlglotDialect

from rejoinder.drafting.query import (
    Among,
    Either,
    Expression,
    Filter,
    Hop,
    Like,
    Member,
    Null,
    Query,
    Stands,
    StandsToAll,
    Within,
    Yes,
)
from rejoinder.sql.words import listed
from rejoinder.terms.catalog import ColumnRef, TableRef
from rejoinder.terms.dialect import Case, Dialect

_COMPARISONS: Mapping[str, type[exp.Binary]] = {
    "=": exp.EQ,
    "<>": exp.NEQ,
    ">": exp.GT,
    "<": exp.LT,
    ">=": exp.GTE,
    "<=": exp.LTE,
}
_AGGREGATES: Mapping[str, type[exp.AggFunc]] = {
    "COUNT": exp.Count,
    "AVG": exp.Avg,
    "SUM": exp.Sum,
    "MAX": exp.Max,
    "MIN": exp.Min,
}
_RESERVED = listed("add cast check deferrable nothing raise to transaction")
"""Reserved words of SQLite that are no keywords of the parser."""
_FORMATS = {"year": "%Y", "month": "%Y-%m", "day": "%Y-%m-%d", "week": "%Y-%W"}


def write(query: Query, dialect: Dialect) -> str:
    """The SQL of a query, in one line, names quoted where they have to be. Raises `ValueError`."""
    return _Writer(dialect, {}).select(query).sql(dialect=dialect.parser)


class _Writer:
    """Writes one SELECT; columns are qualified where it joins."""

    def __init__(self, dialect: Dialect, around: Mapping[TableRef, str]) -> None:
        self._dialect = dialect
        self._around = around
        self._aliases: dict[TableRef, str] = {}
        self._qualified = False

    def select(self, query: Query) -> exp.Select:
        """The whole SELECT."""
        self._name([query.root, *(hop.target for hop in query.hops)])
        self._qualified = bool(query.hops)
        shown: list[exp.Expr] = [self._expression(each) for each in query.selected]
        if not shown:
            star: exp.Expr = exp.Star()
            shown = [exp.Column(this=star, table=self._alias(query.root)) if query.hops else star]
        select = exp.select(*shown).from_(self._table(query.root))
        if query.distinct:
            select = select.distinct()
        for hop in query.hops:
            select = select.join(self._table(hop.target), on=self._on(hop), join_type="")
        for each in query.filters:
            select = select.where(self._filter(each))
        if query.groups:
            select = select.group_by(*(self._expression(each) for each in query.groups))
        for stands in query.having:
            select = select.having(self._stands(stands))
        ordered = [
            exp.Ordered(this=self._expression(each), desc=direction == "DESC", nulls_first=direction == "ASC")
            for each, direction in query.order
        ]
        if ordered:
            select = select.order_by(*ordered)
        return select if query.limit is None else select.limit(query.limit)

    # Names

    def _name(self, tables: Iterable[TableRef]) -> None:
        taken = {name.lower() for name in self._around.values()}
        for table in tables:
            name, number = table.name, 2
            while name.lower() in taken:
                name, number = f"{table.name}_{number}", number + 1
            taken.add(name.lower())
            self._aliases[table] = name

    def _identifier(self, name: str) -> exp.Identifier:
        return exp.to_identifier(name, quoted=not _is_plain(name, self._dialect))

    def _alias(self, table: TableRef) -> exp.Identifier:
        return self._identifier(self._aliases[table])

    def _table(self, table: TableRef) -> exp.Expr:
        schema = self._identifier(table.schema) if table.schema else None
        named = exp.Table(this=self._identifier(table.name), db=schema)
        alias = self._aliases[table]
        return named if alias == table.name else exp.alias_(named, self._alias(table), table=True)

    def _column(self, column: ColumnRef) -> exp.Column:
        table = self._alias(column.table) if self._qualified else None
        return exp.Column(this=self._identifier(column.name), table=table)

    # Parts

    def _on(self, hop: Hop) -> exp.Expr:
        pairs = zip(hop.columns, hop.target_columns, strict=True)
        return exp.and_(
            *(
                exp.EQ(
                    this=self._column(ColumnRef(hop.source, one)),
                    expression=self._column(ColumnRef(hop.target, other)),
                )
                for one, other in pairs
            )
        )

    def _expression(self, each: Expression) -> exp.Expr:
        if each.column is None:
            return exp.Count(this=exp.Star())
        column: exp.Expr = self._column(each.column)
        if each.numeric:
            column = exp.cast(column, "REAL")
        if each.unit:
            column = exp.TimeToStr(this=column, format=exp.Literal.string(_FORMATS[each.unit]))
        if not each.function:
            return column
        return _AGGREGATES[each.function](
            this=exp.Distinct(expressions=[column]) if each.distinct else column
        )

    def _stands(self, each: Stands) -> exp.Expr:
        left = self._expression(each.left)
        if each.upper is not None:
            return exp.Between(this=left, low=_literal(each.right), high=_literal(each.upper))
        return _COMPARISONS[each.operator](this=left, expression=_literal(each.right))

    def _filter(self, each: Filter) -> exp.Expr:
        match each:
            case Among():
                return self._among(each)
            case Stands():
                return self._stands(each)
            case StandsToAll():
                return self._stands_to_all(each)
            case Within():
                return self._within(each)
            case Like():
                return self._like(each)
            case Null():
                nothing = exp.Not(this=exp.Null()) if each.negated else exp.Null()
                return exp.Is(this=self._column(each.column), expression=nothing)
            case Member():
                return self._member(each)
            case Yes():
                value = exp.false() if each.negated else exp.true()
                return exp.EQ(this=self._column(each.column), expression=value)
            case Either():
                return exp.or_(self._filter(each.first), self._filter(each.second))
            case _ as never:
                assert_never(never)

    def _among(self, each: Among) -> exp.Expr:
        column = self._column(each.column)
        values = [_literal(value) for value in each.values]
        if len(values) == 1:
            return (exp.NEQ if each.negated else exp.EQ)(this=column, expression=values[0])
        among = exp.In(this=column, expressions=values)
        return exp.not_(among) if each.negated else among

    def _stands_to_all(self, each: StandsToAll) -> exp.Expr:
        column = each.left.column
        if column is None:
            raise ValueError("only a column can stand to all of its values")
        over = Query(root=column.table, selected=(Expression(column=column, function=each.function),))
        inner = _Writer(self._dialect, self._aliases).select(over).subquery(copy=False)
        return _COMPARISONS[each.operator](this=self._expression(each.left), expression=inner)

    def _within(self, each: Within) -> exp.Expr:
        column = self._column(each.column)
        ends: list[exp.Expr] = []
        if each.first is not None:
            ends.append(exp.GTE(this=column, expression=exp.Literal.string(each.first.isoformat())))
        if each.after is not None:
            ends.append(exp.LT(this=column.copy(), expression=exp.Literal.string(each.after.isoformat())))
        within = exp.and_(*ends)
        return exp.not_(within) if each.negated else within

    def _like(self, each: Like) -> exp.Expr:
        text = "".join("\\" + char if char in "%_\\" else char for char in each.text)
        before, after = each.how != "starts", each.how != "ends"
        pattern = exp.Literal.string(("%" if before else "") + text + ("%" if after else ""))
        like: exp.Expr = exp.Like(this=self._column(each.column), expression=pattern)
        if text != each.text:
            like = exp.Escape(this=like, expression=exp.Literal.string("\\"))
        return exp.not_(like) if each.negated else like

    def _member(self, each: Member) -> exp.Expr:
        columns: list[exp.Expr] = [self._column(column) for column in each.columns]
        one = columns[0] if len(columns) == 1 else exp.Tuple(expressions=columns)
        inner = _Writer(self._dialect, self._aliases).select(each.query)
        member = exp.In(this=one, query=inner.subquery(copy=False))
        return exp.not_(member) if each.negated else member


def _literal(value: str | int | Decimal) -> exp.Expr:
    return exp.Literal.string(value) if isinstance(value, str) else exp.Literal.number(str(value))


def _is_plain(name: str, dialect: Dialect) -> bool:
    """Whether a name can stand without quotes: it is one word, none of the language, in the case it folds to."""
    if not (name.isascii() and name.isidentifier()):
        return False
    folds = {Case.FOLDS_LOWER: str.lower, Case.FOLDS_UPPER: str.upper}.get(dialect.column_case)
    if folds is not None and folds(name) != name:
        return False
    return name.lower() not in _words_of(dialect.parser)


@cache
def _words_of(parser: str) -> frozenset[str]:
    """The words of a language that a bare name mustn't be, the first of each phrase."""
    tokenizer = SqlglotDialect.get_or_raise(parser).tokenizer_class
    return _RESERVED | {phrase.split()[0].lower() for phrase in tokenizer.KEYWORDS if phrase[:1].isalpha()}
