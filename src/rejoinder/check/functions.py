"""C3: functions by what calling them does, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from rejoinder.check._examined import Examined
from rejoinder.sql.calls import Call
from rejoinder.sql.names import Names
from rejoinder.sql.near import near_names
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect, Effect
from rejoinder.terms.finding import Finding

_HARMLESS = frozenset({Effect.PURE, Effect.VOLATILE})
_DOES = {
    Effect.FILE: "reads or writes files",
    Effect.NETWORK: "reaches the network",
    Effect.PROCESS: "runs code outside the database",
    Effect.SLEEP: "only waits",
    Effect.LOCK: "takes locks",
    Effect.SEQUENCE: "moves a sequence",
    Effect.SETTINGS: "reads or changes settings",
    Effect.ADMINISTRATION: "is for administration",
    Effect.DYNAMIC_SQL: "runs SQL that can't be checked",
}


def rule(examined: Examined) -> Iterator[Finding]:
    """Functions with an effect, functions that policy denies, and functions that nobody knows."""
    virtual = {
        use.node.this.name.lower()
        for use in examined.resolution.tables
        if use.ref is not None and isinstance(use.node.this, exp.Anonymous)
    }
    for call in examined.calls:
        name = call.name.lower()
        if name not in virtual and (found := _judged(call, name, examined)) is not None:
            yield found
    if _is_operator(examined) and "regexp" not in examined.dialect.functions:
        yield _unknown("REGEXP", examined.dialect, None)


def _is_operator(examined: Examined) -> bool:
    """`x REGEXP y`, which calls a function of that name."""
    return exp.RegexpLike in examined.resolution.kinds and any(
        token.token_type is TokenType.RLIKE for token in examined.parsed.tokens
    )


def effect_of(name: str, dialect: Dialect) -> Effect | None:
    """What calling it does, as the dialect knows; None: unknown. An exact name wins over a prefix."""
    found = dialect.functions.get(name)
    if found is not None or not name:
        return found
    prefixes = (key for key in dialect.functions if key[-1] == "*" and name.startswith(key[:-1]))
    longest = max(prefixes, key=len, default=None)
    return dialect.functions[longest] if longest is not None else None


def _judged(call: Call, name: str, examined: Examined) -> Finding | None:
    known = Names(examined.dialect)
    # A function of a user's schema may have the name of the engine's own.
    user = known.function(examined.catalog, name, call.schema) if call.schema else None
    effect = effect_of(name, examined.dialect) if user is None else None
    if effect is None and user is None:
        user = known.function(examined.catalog, name)
    if not examined.reach.access.allows_function(name, user=user is not None):
        return _finding(Defect.POLICY, f"The policy doesn't allow `{call.name}`.", call)
    if effect in _HARMLESS or (user is not None and user.pure):
        return None
    if effect is not None:
        return _finding(
            Defect.FORBIDDEN_FUNCTION, f"`{call.name}` {_DOES[effect]}, so it isn't allowed.", call
        )
    if user is not None:
        sentence = f"`{call.name}` may have side effects, so it isn't allowed."
        return _finding(Defect.FORBIDDEN_FUNCTION, sentence, call)
    return _unknown(call.name, examined.dialect, call)


def _unknown(name: str, dialect: Dialect, call: Call | None) -> Finding:
    instead = dialect.rewrites.get(name.lower())
    hint = f"; it has {instead}" if instead else ""
    known = (found for found, effect in dialect.functions.items() if effect in _HARMLESS)
    return Finding(
        defect=Defect.UNKNOWN_FUNCTION,
        message=f"{dialect.title} has no function `{name}` here{hint}.",
        subject=name,
        span=call.span if call else None,
        candidates=() if instead else near_names(name.lower(), known, 3),
        rule="functions",
    )


def _finding(defect: Defect, message: str, call: Call) -> Finding:
    return Finding(defect=defect, message=message, subject=call.name, span=call.span, rule="functions")
