"""Which layer stopped an attack that no check had stood before, told from what the connector said and what changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.contract.attacks.attacks import Attack
from tests.contract.attacks.worlds import World, run

from rejoinder.check import check
from rejoinder.terms.classes import Defect
from rejoinder.terms.limits import ExecutionLimits
from rejoinder.terms.policy import Policy
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result

FOUND = Path(__file__).with_name("found.json")
"""What was found, by target and attack; `python -m tests.contract.attacks` writes it anew."""
LIMITS = ExecutionLimits(seconds=0.5, rows=100)

LAYERS: Mapping[str, str] = {
    "session": "the session or its transaction, which only reads",
    "sandbox": "the engine's sandbox: an authorizer, no access outside of the database, a locked configuration",
    "rights": "the rights of the role",
    "one statement": "the protocol, which takes one statement",
    "time": "the statement timeout, or the stop that is sent after it",
    "memory": "the engine's memory or size limit",
    "rows": "the row limit",
    "engine": "the engine, which doesn't know or take it as it is set up",
    "undone": "the rollback and the reset of the session: it ran, and nothing of it is left",
    "replaced": "a new session: it ended its own",
    "silent": "the engine, which ran it and told nothing",
    "ended": "nothing, and it ended in little time",
    "CHECK ALONE": "nothing but the check",
}
"""The words of the page, and what they stand for."""

_BY_DEFECT: Mapping[Defect, str] = {
    Defect.READ_ONLY: "session",
    Defect.PERMISSION: "rights",
    Defect.AUTHENTICATION: "rights",
    Defect.NOT_ONE_STATEMENT: "one statement",
    Defect.STATEMENT_TIMEOUT: "time",
    Defect.RESOURCES: "memory",
    Defect.TOO_COMPLEX: "memory",
    Defect.SHUTDOWN: "replaced",
    Defect.CONNECTION: "replaced",
}
_WITHOUT_ROLES = frozenset({"sqlite", "duckdb"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Who stopped an attack when check wasn't there, and whether check would have."""

    stopped_by: str
    check_refuses: bool


def tried(attack: Attack, world: World, before: object) -> tuple[Verdict, bool]:
    """Let it through to the engine; and whether anything changed since `before`."""
    sql = world.written(attack.sql[world.engine])
    outcome = run(world, sql, LIMITS)
    changed = world.state() != before
    stopped_by = "CHECK ALONE" if changed else _layer(attack, outcome, world.engine)
    return Verdict(stopped_by=stopped_by, check_refuses=_is_refused(sql, world)), changed


def _is_refused(sql: str, world: World) -> bool:
    connector = world.connector
    checking = check(
        sql, dialect=connector.dialect, catalog=connector.catalog(), policy=Policy(), asker="attacker"
    )
    return checking.statement is None


def _layer(attack: Attack, outcome: Result | Refusal, engine: str) -> str:
    if isinstance(outcome, Refusal):
        if outcome.defect is Defect.PERMISSION and engine in _WITHOUT_ROLES:
            return "sandbox"
        if outcome.defect is Defect.SYNTAX and attack.kind == "second statement":
            return "one statement"
        return _BY_DEFECT.get(outcome.defect, "engine")
    if attack.harm == "effect":
        return "undone"
    if outcome.truncated and attack.harm == "time":
        return "rows"
    if attack.harm == "time":
        return "ended"
    told = any(value is not None for row in outcome.rows for value in row)
    return "CHECK ALONE" if told or attack.harm == "act" else "silent"


def found() -> dict[str, dict[str, Verdict]]:
    """What is on record: by target, then by attack."""
    targets = json.loads(FOUND.read_text(encoding="utf-8"))
    return {
        target: {name: Verdict(**verdict) for name, verdict in verdicts.items()}
        for target, verdicts in targets.items()
    }
