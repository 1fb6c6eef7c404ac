"""C2: a query, and nothing but a query, anywhere in the tree."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from rejoinder.check._examined import Examined
from rejoinder.sql.parse import Parsed, no_query, span_of
from rejoinder.terms.classes import Defect
from rejoinder.terms.finding import Finding

_QUERIES = (exp.Select, exp.SetOperation, exp.Values, exp.Pivot)

_CHANGES = (
    exp.DML,
    exp.DDL,
    exp.Command,
    exp.Into,
    exp.Lock,
    exp.Copy,
    exp.Set,
    exp.Use,
    exp.Pragma,
    exp.Attach,
    exp.Detach,
    exp.Drop,
    exp.Alter,
    exp.Transaction,
    exp.Commit,
    exp.Rollback,
    exp.Merge,
)

_PARAMETERS = (exp.Placeholder, exp.Parameter, exp.SessionParameter)

# What may stand in a query. A node of a class that isn't here is refused, because nobody has thought about it.
# Functions have classes of their own, which come from their names: `functions.py` looks at those.
_KNOWN = frozenset(
    {
        *(exp.Select, exp.Subquery, exp.Union, exp.Except, exp.Intersect, exp.Values, exp.Tuple),
        *(
            exp.With,
            exp.CTE,
            exp.RecursiveWithSearch,
            exp.From,
            exp.Join,
            exp.Lateral,
            exp.Table,
            exp.TableAlias,
        ),
        *(exp.Where, exp.PreWhere, exp.Group, exp.Having, exp.Qualify, exp.Order, exp.Ordered, exp.Limit),
        *(exp.Offset, exp.Fetch, exp.LimitOptions, exp.Distinct, exp.Cube, exp.Rollup, exp.GroupingSets),
        *(exp.Window, exp.WindowSpec, exp.WithinGroup, exp.Filter, exp.IgnoreNulls, exp.RespectNulls),
        *(exp.Column, exp.Identifier, exp.Star, exp.Alias, exp.Aliases, exp.Dot, exp.Paren, exp.Var),
        *(exp.Literal, exp.Null, exp.Boolean, exp.HexString, exp.BitString, exp.ByteString, exp.National),
        *(exp.RawString, exp.UnicodeString, exp.Introducer, exp.Interval, exp.IntervalSpan),
        *(exp.DataType, exp.DataTypeParam, exp.PseudoType, exp.ObjectIdentifier),
        *(
            exp.And,
            exp.Or,
            exp.Not,
            exp.EQ,
            exp.NEQ,
            exp.NullSafeEQ,
            exp.NullSafeNEQ,
            exp.GT,
            exp.GTE,
            exp.LT,
        ),
        *(exp.LTE, exp.Is, exp.In, exp.Between, exp.Like, exp.ILike, exp.Glob, exp.SimilarTo, exp.Escape),
        *(exp.Match, exp.Any, exp.All, exp.Exists, exp.Overlaps, exp.Distance),
        *(exp.Add, exp.Sub, exp.Mul, exp.Div, exp.IntDiv, exp.Mod, exp.Neg, exp.DPipe),
        *(exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseXor, exp.BitwiseNot),
        *(exp.BitwiseLeftShift, exp.BitwiseRightShift),
        *(exp.AtTimeZone, exp.Collate, exp.Bracket, exp.Slice, exp.Lambda, exp.Kwarg, exp.PropertyEQ),
        *(exp.JSONPath, exp.JSONPathKey, exp.JSONPathRoot, exp.JSONPathSubscript, exp.JSONPathWildcard),
        *(
            exp.JSONPathRecursive,
            exp.JSONPathSlice,
            exp.JSONPathUnion,
            exp.JSONPathFilter,
            exp.JSONPathScript,
        ),
        *(exp.JSONPathSelector, exp.JSONColumnDef, exp.JSONSchema, exp.JSONValue),
        *(exp.TableSample, exp.Pivot, exp.UnpivotColumns, exp.PivotAlias, exp.Comprehension),
        *(exp.MatchRecognize, exp.MatchRecognizeMeasure, exp.Version, exp.HistoricalData, exp.TableFromRows),
        *(exp.IndexTableHint, exp.WithTableHint, exp.JoinHint, exp.QueryOption),
    }
)


def not_a_query(parsed: Parsed) -> Finding | None:
    """A finding, if the root of the tree is no query."""
    node = parsed.tree
    while type(node) is exp.Subquery:
        node = node.this
    if isinstance(node, _QUERIES):
        return None
    return no_query(parsed.tokens[0])


# Hints of SQL Server that only say how to read. The others take locks, or keep them.
_READING_HINTS = frozenset(
    {"nolock", "readuncommitted", "readcommitted", "readpast", "snapshot"}
    | {"noexpand", "forceseek", "forcescan", "index"}
)


def rule(examined: Examined) -> Iterator[Finding]:
    """Anything that changes something, needs a parameter, or isn't known to be harmless."""
    strange = {
        kind for kind in examined.resolution.kinds if kind not in _KNOWN and not issubclass(kind, exp.Func)
    }
    strange |= {kind for kind in examined.resolution.kinds if issubclass(kind, _CHANGES)}
    if exp.WithTableHint in examined.resolution.kinds:
        yield from _locking(examined)
    if examined.dialect.hints_are_harmless:
        strange -= {exp.Hint}
    if not examined.dialect.nested_fields:
        strange |= examined.resolution.kinds & {exp.Dot}
    if not strange:
        return
    for node in examined.parsed.tree.walk():
        if type(node) in strange:
            strange.discard(type(node))  # the first of a kind tells enough, and there may be thousands
            yield _finding(node)
            if not strange:
                return


def _locking(examined: Examined) -> Iterator[Finding]:
    for hint in examined.parsed.tree.find_all(exp.WithTableHint):
        for named in hint.expressions:
            if named.name.lower() not in _READING_HINTS:
                message = f"`{named.name}` would lock rows, and nothing may be changed or locked."
                yield Finding(defect=Defect.WRITE, message=message, subject=named.name, rule="kinds")


def _finding(node: exp.Expr) -> Finding:
    name = type(node).__name__
    if isinstance(node, _CHANGES):
        defect, message = (
            Defect.WRITE,
            f"`{name.upper()}` has no place in a query: nothing may be changed or locked.",
        )
    elif isinstance(node, exp.Dot):
        defect, message = Defect.SYNTAX, "Before and after a dot only names may stand here."
    elif isinstance(node, _PARAMETERS):
        defect, message = Defect.SYNTAX, "There is a parameter here: write the value itself."
    else:
        defect, message = Defect.NOT_SUPPORTED, f"`{name}` isn't allowed in a query here."
    spans = [span for part in node.walk() if (span := span_of(part)) is not None]
    return Finding(
        defect=defect,
        message=message,
        subject=name.lower(),
        span=min(spans, key=lambda span: span.start) if spans else None,
        rule="kinds",
    )
