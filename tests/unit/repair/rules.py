"""The tables of all rules: one file a rule in `tables/`."""

from __future__ import annotations

from importlib import import_module

from tests.unit.repair.case import Case

from rejoinder import repair

RULES = tuple(rule.name for rule in repair.rules())
TABLES: dict[str, tuple[Case, ...]] = {
    name: import_module(f"tests.unit.repair.tables.{name}").CASES for name in RULES
}
ROWS = [(rule, case) for rule, cases in TABLES.items() for case in cases]
FITS = [(rule, case) for rule, case in ROWS if case.mended is not None]


def told(value: object) -> str:
    """A test's id: the rule, and what the row is about."""
    return value.what if isinstance(value, Case) else str(value)
