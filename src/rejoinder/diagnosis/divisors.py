"""What a statement divides by, where the database met a zero: the columns, their types, and what avoids it."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from rejoinder.diagnosis._trouble import Diagnosis, Trouble, shortened
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact, FactKind

_MOST = 6


def _facts(trouble: Trouble) -> Iterator[Fact]:
    if trouble.resolution is None:
        return
    tree = trouble.resolution.parsed.tree
    divisors = {
        shortened(node.expression.unnest()): node.expression
        for node in tree.find_all(exp.Div, exp.Mod, exp.IntDiv)
    }
    for written, divisor in list(divisors.items())[:_MOST]:
        if isinstance(divisor.unnest(), exp.Literal | exp.Nullif):
            continue
        yield Fact(
            kind=FactKind.SHAPE,
            sentence=f"It is divided by `{written}`{_typed(divisor, trouble)}, which may be 0: "
            f"`NULLIF({written}, 0)` leaves the quotient empty there.",
            subject=written,
            source="statement",
        )


def _typed(divisor: exp.Expr, trouble: Trouble) -> str:
    """The stored column behind it, where it is one."""
    column = divisor.unnest()
    use = trouble.resolution.use_of(column) if trouble.resolution is not None else None
    if use is None or use.ref is None or (table := trouble.catalog.by_ref.get(use.ref.table)) is None:
        return ""
    found = table.by_name.get(use.ref.name)
    return f" (`{use.ref}`, {found.type})" if found is not None and found.type else ""


DIAGNOSIS = Diagnosis(facts=_facts, defects=frozenset({Defect.DIVISION_BY_ZERO}))
