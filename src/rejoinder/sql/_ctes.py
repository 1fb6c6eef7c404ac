"""Common table expressions in sight of a query, found lexically."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlglot import exp

from rejoinder.sql.scopes import Output, Scope


@dataclass(slots=True, eq=False)
class Cte:
    """One common table expression, on its way to being resolved."""

    name: str
    node: exp.CTE
    owner: Scope
    ctes: Ctes
    begun: bool = False
    done: bool = False
    recursive: bool = False
    body: Scope | None = None
    outputs: dict[str, Output] | None = None


@dataclass(slots=True, eq=False)
class Ctes:
    """Those of the innermost WITH, then those around it. `open`: they see themselves and later ones."""

    outer: Ctes | None
    open: bool
    named: dict[str, Cte] = field(default_factory=dict)


def find(key: str, ctes: Ctes | None) -> Cte | None:
    """The innermost common table expression that is called `key`."""
    while ctes is not None:
        cte = ctes.named.get(key)
        if cte is not None and (cte.done or ctes.open):
            return cte
        ctes = ctes.outer
    return None
