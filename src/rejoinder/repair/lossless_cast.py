"""Types that don't meet, where one cast that loses nothing settles it: dates kept as texts, a number beside a text."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from rejoinder.repair import _edit
from rejoinder.repair._calls import called
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.literals import family_of
from rejoinder.sql.parse import span_of
from rejoinder.sql.scopes import ColumnUse
from rejoinder.terms.catalog import TypeFamily
from rejoinder.terms.classes import Defect
from rejoinder.terms.span import Span

_DATED = frozenset({TypeFamily.DATE, TypeFamily.TIMESTAMP})
_NUMBERS = frozenset({TypeFamily.INTEGER, TypeFamily.DECIMAL, TypeFamily.FLOAT})
_ORDERED = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between)
_OF_DATES = (exp.Extract, exp.TimestampTrunc, exp.DateTrunc, exp.TimeToStr)
_OF_TEXTS = (exp.Like, exp.ILike, exp.Substring, exp.Left, exp.Right)
_OF_NUMBERS = (exp.Sum, exp.Avg)
_ARITHMETIC = (exp.Add, exp.Sub, exp.Mul, exp.Div)
_TRUE_OR_FALSE = (exp.Predicate, exp.Connector, exp.Not)
_SAID = {
    TypeFamily.TIMESTAMP: "dates",
    TypeFamily.DECIMAL: "numbers",
    TypeFamily.TEXT: "texts",
    TypeFamily.INTEGER: "0 and 1",
}

Fixed = tuple[list[_edit.Edit], str]
"""Edits at one place, and what the asker is told; "" where there is nothing to tell."""


def mend(broken: Broken) -> Mending | None:
    """Cast what has the wrong type, in every place where it is used so.

    It preserves meaning because each cast keeps every value or is refused by the database as a whole: a text that
    is no date or number is an error and never a NULL, a number has one text, and a condition counts as 0 or 1.
    """
    if broken.resolution is None or not broken.dialect.lossless_types:
        return None
    fixed = [*_columns(broken), *_conditions(broken), *_rounded(broken)]
    text = _edit.apply(broken.text, [edit for edits, _ in fixed for edit in edits])
    caveats = tuple(dict.fromkeys(caveat for _, caveat in fixed if caveat))
    return Mending(text=text, caveats=caveats) if text is not None and fixed else None


def _columns(broken: Broken) -> Iterator[Fixed]:
    for use in broken.resolution.columns if broken.resolution is not None else ():
        family = family_of(use.ref, broken.catalog) if use.ref is not None else None
        if use.span is None or family is None:
            continue
        if family is TypeFamily.TEXT and (number := _equal_number(use)) is not None:
            yield [_edit.replaced(number, _edit.literal(number.of(broken.text), broken.dialect))], ""
            continue
        meant = _meant(use, family, broken)
        if meant is not None:
            told = f"`{use.ref}` holds {_kept(family)}, which were read as {_SAID[meant]}."
            yield _cast(use.span, meant, broken), told


def _kept(family: TypeFamily) -> str:
    return {TypeFamily.TEXT: "texts", TypeFamily.BOOLEAN: "true and false"}.get(
        family, "dates" if family in _DATED else "numbers"
    )


def _meant(use: ColumnUse, family: TypeFamily, broken: Broken) -> TypeFamily | None:
    """What the column's place takes, where that is something else than it holds."""
    node = _outermost(use.node)
    place = node.parent
    if family is TypeFamily.TEXT:
        return _meant_by_text(node, place, broken)
    if family in _DATED:
        return TypeFamily.TEXT if isinstance(place, _OF_TEXTS) and place.this is node else None
    if family is TypeFamily.BOOLEAN:
        return TypeFamily.INTEGER if isinstance(place, _OF_NUMBERS) else None
    if family is TypeFamily.INTEGER and isinstance(place, exp.EQ):
        return TypeFamily.TEXT if _family(_other(place, node), broken) is TypeFamily.TEXT else None
    return None


def _meant_by_text(node: exp.Expr, place: exp.Expr | None, broken: Broken) -> TypeFamily | None:
    if isinstance(place, _OF_DATES) and node is (
        place.expression if isinstance(place, exp.Extract) else place.this
    ):
        return TypeFamily.TIMESTAMP
    if isinstance(place, _OF_NUMBERS):
        return TypeFamily.DECIMAL
    if isinstance(place, exp.Between):
        numbers = all(_is_number(place.args[side], broken) for side in ("low", "high"))
        return TypeFamily.DECIMAL if place.this is node and numbers else None
    if isinstance(place, _ORDERED):
        return TypeFamily.DECIMAL if _is_number(_other(place, node), broken) else None
    if isinstance(place, _ARITHMETIC):
        other = _other(place, node)
        is_text = _family(other, broken) is TypeFamily.TEXT
        return TypeFamily.DECIMAL if is_text or _is_number(other, broken) else None
    return None


def _equal_number(use: ColumnUse) -> Span | None:
    """The number that a column of texts is compared with by `=` or `<>`."""
    node = _outermost(use.node)
    place = node.parent
    other = _other(place, node) if isinstance(place, exp.EQ | exp.NEQ) else None
    return span_of(other) if isinstance(other, exp.Literal) and not other.is_string else None


def _other(place: exp.Expr, node: exp.Expr) -> exp.Expr:
    other: exp.Expr = place.expression if place.this is node else place.this
    return other.unnest()


def _is_number(node: exp.Expr, broken: Broken) -> bool:
    literal = isinstance(node, exp.Literal) and not node.is_string
    return literal or _family(node, broken) in _NUMBERS


def _family(node: exp.Expr, broken: Broken) -> TypeFamily | None:
    use = broken.resolution.use_of(node) if broken.resolution is not None else None
    return family_of(use.ref, broken.catalog) if use is not None and use.ref is not None else None


def _outermost(node: exp.Expr) -> exp.Expr:
    while isinstance(node.parent, exp.Paren):
        node = node.parent
    return node


def _conditions(broken: Broken) -> Iterator[Fixed]:
    """SUM and AVG of a condition."""
    tree = broken.parsed.tree if broken.parsed is not None else None
    wanted = {
        _bare(node.sql(dialect=broken.dialect.parser))
        for node in (tree.find_all(*_OF_NUMBERS) if tree is not None else ())
        if isinstance(node.this.unnest(), _TRUE_OR_FALSE)
    }
    for call in called(broken.text, frozenset({"sum", "avg"}), broken.dialect):
        within = Span(call.tokens[1].end + 1, call.tokens[-1].start)
        if _bare(broken.text[call.start : call.end]) in wanted:
            yield _cast(within, TypeFamily.INTEGER, broken), ""


def _rounded(broken: Broken) -> Iterator[Fixed]:
    """ROUND to a number of digits, which this engine has for exact numbers alone."""
    subjects = {finding.subject.lower().rpartition(".")[2] for finding in broken.findings}
    for call in called(broken.text, frozenset({"round"}), broken.dialect) if "round" in subjects else ():
        comma = call.commas()
        if len(comma) == 1:
            span = Span(call.tokens[1].end + 1, comma[0])
            yield _cast(span, TypeFamily.DECIMAL, broken), ""


def _cast(span: Span, family: TypeFamily, broken: Broken) -> list[_edit.Edit]:
    named = broken.dialect.lossless_types[family]
    return [_edit.Edit(span.start, span.start, "CAST("), _edit.Edit(span.end, span.end, f" AS {named})")]


def _bare(written: str) -> str:
    """What is written without its layout, to find it again."""
    return "".join(written.split()).lower()


RULE = Rule(
    name="lossless_cast",
    order=85,
    defects=frozenset({Defect.TYPE_MISMATCH, Defect.UNKNOWN_FUNCTION}),
    mend=mend,
)
