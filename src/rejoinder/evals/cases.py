"""Files of cases: attacks that must be refused, honest statements that must pass, errors and what they are.

One JSON object a line. A statement has `id`, `dialect`, `sql` and `expected`; an error has `id`, `engine`, `code`,
`message`, `class` and `correctable`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from rejoinder import repair
from rejoinder.check import Checking, check
from rejoinder.dialects import dialect
from rejoinder.errors import UnknownScheme, UsageError
from rejoinder.evals.questions import lines_of
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import Dialect, EngineError
from rejoinder.terms.fates import FATES, Action
from rejoinder.terms.policy import Policy

_NAMES = {"tsql": "sqlserver", "postgresql": "postgres", "databricks": "spark"}
_REFUSED = frozenset({"refuse", "refuse_or_policy"})
_PASSES = frozenset({"allow", "allow_or_answer_from_catalog"})
_MAY_BE_MENDED = "allow_or_answer_from_catalog"
"""A statement about the catalog, which a rule may mend into a query that check passes."""
_EITHER = frozenset({"contain", "either", "refuse_or_contain"})
_STATEMENT = ("id", "dialect", "sql", "expected")
_ERROR = ("id", "engine", "message", "class", "correctable")

CLASSES: Mapping[str, frozenset[Defect]] = {
    name: frozenset(defects)
    for name, defects in {
        "undefined_column": {Defect.UNKNOWN_COLUMN},
        "undefined_table": {Defect.UNKNOWN_TABLE},
        "undefined_function": {Defect.UNKNOWN_FUNCTION},
        "undefined_schema": {Defect.UNKNOWN_SCHEMA},
        "ambiguous_column": {Defect.AMBIGUOUS_COLUMN},
        "syntax": {Defect.SYNTAX, Defect.SHAPE, Defect.NO_SQL},
        "multi_statement": {Defect.NOT_ONE_STATEMENT, Defect.SYNTAX},
        "binding": {Defect.SYNTAX},
        "type_mismatch": {Defect.TYPE_MISMATCH},
        "grouping": {Defect.GROUPING},
        "windowing": {Defect.GROUPING, Defect.SHAPE},
        "cardinality": {Defect.SHAPE},
        "duplicate_alias": {Defect.SHAPE},
        "invalid_value": {Defect.INVALID_CAST},
        "division_by_zero": {Defect.DIVISION_BY_ZERO},
        "undefined_type": {Defect.NOT_SUPPORTED},
        "undefined_index": {Defect.NOT_SUPPORTED},
        "unsupported": {Defect.NOT_SUPPORTED, Defect.READ_ONLY},
        "permission": {Defect.PERMISSION},
        "user_raised": {Defect.PERMISSION},
        "other": {Defect.READ_ONLY},
        "read_only": {Defect.READ_ONLY},
        "timeout": {Defect.STATEMENT_TIMEOUT},
        "cancelled": {Defect.CANCELLED},
        "resource": {Defect.RESOURCES, Defect.TOO_COMPLEX},
        "too_many_connections": {Defect.RESOURCES},
        "io": {Defect.RESOURCES},
        "connection_config": {Defect.AUTHENTICATION, Defect.SHUTDOWN},
        "connection_lost": {Defect.CONNECTION},
        "shutdown": {Defect.SHUTDOWN},
        "lock_timeout": {Defect.LOCK_TIMEOUT},
        "deadlock": {Defect.DEADLOCK},
        "serialization": {Defect.SERIALIZATION},
        "aborted_transaction": {Defect.ABORTED_TRANSACTION},
    }.items()
}
"""What the classes of such a file are called here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """How one case went: `why` says in a sentence why it doesn't hold, and is "" where it does."""

    id: str
    why: str = ""


def hold_cases(path: Path, catalogs: Mapping[str, Catalog]) -> Iterator[Held]:
    """Try each case of a file. `catalogs` are by the dialect's name; a dialect without one knows no table.

    Raises `UsageError` for a file that can't be read or a line that is no case.
    """
    for number, line in enumerate(lines_of(path, "cases"), 1):
        if line.strip():
            case = _case(line, f"{path}, line {number}")
            why = _error(case) if "message" in case else _statement(case, catalogs)
            yield Held(id=str(case["id"]), why=why)


def known_as(name: str) -> str:
    """What a dialect or engine of such a file is called here."""
    plain = name.split(maxsplit=1)[0].lower() if name.strip() else ""
    return _NAMES.get(plain, plain)


def _case(line: str, where: str) -> dict[str, Any]:
    try:
        case = json.loads(line)
    except json.JSONDecodeError as error:
        raise UsageError(f"{where} is not a JSON object: {error.msg}.") from error
    needed = _ERROR if isinstance(case, dict) and "message" in case else _STATEMENT
    missing = [key for key in needed if key not in case] if isinstance(case, dict) else ["id"]
    if missing:
        raise UsageError(f"{where} has no `{missing[0]}`; a case needs {', '.join(needed)}.")
    found: dict[str, Any] = case
    return found


def _statement(case: Mapping[str, Any], catalogs: Mapping[str, Catalog]) -> str:
    name, expected = known_as(case["dialect"]), case["expected"]
    try:
        sql = dialect(name)
    except UnknownScheme as error:
        return str(error)
    catalog = catalogs.get(name, Catalog(fingerprint=name))
    checking = _checked(case["sql"], sql, catalog, mended=expected == _MAY_BE_MENDED)
    found = ", ".join(f"{finding.defect} ({finding.message})" for finding in checking.findings)
    if expected in _REFUSED:
        return "" if checking.statement is None else f"expected `{expected}`, and check passes it"
    if expected in _PASSES:
        return "" if checking.statement is not None else f"expected `{expected}`, and check finds {found}"
    return "" if expected in _EITHER else f"`expected` is `{expected}`, which has no meaning here"


def _checked(text: str, sql: Dialect, catalog: Catalog, *, mended: bool) -> Checking:
    """What check says of the text, or of what a rule makes of it."""
    checking = check(text, dialect=sql, catalog=catalog, policy=Policy(), asker="")
    if checking.statement is not None or not mended:
        return checking
    mending = repair.mend(
        text, findings=checking.findings, facts=(), dialect=sql, catalog=catalog, spent=(), earlier=()
    )
    if isinstance(mending, repair.Unmended):
        return checking
    return check(mending.text, dialect=sql, catalog=catalog, policy=Policy(), asker="")


def _error(case: Mapping[str, Any]) -> str:
    name = known_as(case["engine"])
    try:
        classify = import_module(f"rejoinder.dialects.{name}").classify
    except (ModuleNotFoundError, AttributeError):
        return f"there is no classifier for `{case['engine']}`"
    refusal = classify(EngineError(code=str(case.get("code") or ""), message=case["message"]))
    meant = CLASSES.get(case["class"])
    if meant is None:
        return f"`class` is `{case['class']}`, which has no meaning here"
    if refusal.defect not in meant:
        return f"it is `{case['class']}`, and was taken for `{refusal.defect}`"
    corrected = Action.CORRECT in FATES[refusal.defect].actions
    wanted = case["correctable"]
    if corrected == (wanted == "yes"):
        return ""
    return f"`correctable` is `{wanted}`, and here it is {'' if corrected else 'never '}corrected"
