"""What is known about one SQL."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rejoinder.terms.catalog import TypeFamily
from rejoinder.terms.refusal import Refusal


class Effect(StrEnum):
    """What calling a function can do."""

    PURE = "pure"
    VOLATILE = "volatile"
    """Different on each call (random, now), but harmless."""
    FILE = "file"
    NETWORK = "network"
    PROCESS = "process"
    SLEEP = "sleep"
    LOCK = "lock"
    SEQUENCE = "sequence"
    SETTINGS = "settings"
    ADMINISTRATION = "administration"
    DYNAMIC_SQL = "dynamic_sql"


class Case(StrEnum):
    """How an engine compares names."""

    FOLDS_LOWER = "folds_lower"
    FOLDS_UPPER = "folds_upper"
    INSENSITIVE = "insensitive"
    SENSITIVE = "sensitive"


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineError:
    """What a driver raised, taken apart by a connector: never the statement or its parameters (R7)."""

    exception: str = ""
    """The class name of the driver's exception."""
    code: str = ""
    """SQLSTATE, or the engine's own code or its name."""
    message: str = ""
    hint: str = ""
    position: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """One engine's SQL: its names, types, functions, errors and what a prompt should say of it. Pure."""

    name: str
    """As rejoinder calls it: sqlite, postgres, duckdb, mysql, mariadb …"""
    parser: str
    """sqlglot's name for it, with a normalization strategy where its own default is wrong."""
    title: str
    """For people and prompts: "SQLite 3"."""
    classify: Callable[[EngineError], Refusal]
    family: Callable[[str], TypeFamily]
    """The family of a type, by the engine's spelling of it."""
    table_case: Case = Case.INSENSITIVE
    column_case: Case = Case.INSENSITIVE
    functions: Mapping[str, Effect] = field(default_factory=dict)
    """Effects by lower-case name, table functions included; a name that isn't here is unknown."""
    system_schemas: frozenset[str] = frozenset()
    system_tables: frozenset[str] = frozenset()
    """Unqualified names (lower case) of system tables, such as `sqlite_master`; a trailing * is a prefix."""
    system_columns: frozenset[str] = frozenset()
    """Columns that every table has without declaring them, lower case."""
    table_functions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The columns of table functions, by lower-case name."""
    default_schemas: frozenset[str] = frozenset()
    """What a draft may call the schema that the catalog calls "", lower case (SQLite: main)."""
    aliases_everywhere: bool = False
    """Whether WHERE, GROUP BY, HAVING and ON see the names that the select list gives."""
    ordering_prefers_output: bool = True
    """Whether ORDER BY takes a name first for a column of the select list, even one that has no AS."""
    ordering_sees_outer: bool = True
    """Whether GROUP BY and ORDER BY of a subquery see the columns of the queries around it."""
    ctes_see_all: bool = False
    """Whether a CTE sees itself and later ones of its WITH without RECURSIVE."""
    quote: str = '"'
    literal_quotes: frozenset[str] = frozenset({"'"})
    quoted_name_falls_back_to_text: bool = False
    """SQLite reads an unknown "name" as the text 'name'."""
    table_is_a_query: bool = False
    """Whether `TABLE t` stands for `SELECT * FROM t`."""
    operators_have_schemas: bool = False
    """Whether an operator can be written as `OPERATOR(pg_catalog.+)`."""
    metadata_suffixes: tuple[str, ...] = ()
    """What may be hung on the name of a table to read about it instead, lower case (Trino: `t$snapshots`)."""
    text_beside_dot_is_name: bool = False
    """SQLite reads 't'.'c' as the column c of t."""
    constants: frozenset[str] = frozenset()
    """Words that are values without brackets, lower case, whatever a column is called.

    Where TRUE and FALSE aren't among them, a column of that name wins. Any other word that the parser takes for
    a value is the name of a column.
    """
    aliases_in_having: bool = False
    """Whether HAVING sees the names that the select list gives."""
    names_calls: bool = False
    """Whether an expression without an alias gets a name that a draft may write, such as that of its function."""
    aliases_in_select: bool = False
    """Whether an expression of the select list sees the names that those before it give."""
    nested_fields: bool = False
    """Whether a dot can follow a value: a field of a struct."""
    rows_are_values: bool = False
    """Whether the name of a table stands for its whole row, in the place of a column."""
    lexicon: re.Pattern[str] | None = None
    """What the engine reads as one quoted thing (group `quoted`) or comment (group `comment`).

    The parser must read them alike, or what is checked isn't what is run.
    """
    executable_comments: bool = False
    hints_are_harmless: bool = False
    """Whether `/*+ … */` only says how to read; elsewhere it can change settings, and is a finding."""
    rewrites: Mapping[str, str] = field(default_factory=dict)
    """Functions of other dialects (lower case) and what this one has instead, as a short phrase."""
    lossless_types: Mapping[TypeFamily, str] = field(default_factory=dict)
    """Types to cast to without losing anything, where the engine doesn't cast by itself: texts, exact numbers or at
    least double precision, dates with their time, whole numbers."""
    calls: tuple[tuple[str, str], ...] = ()
    """Calls of other dialects and what says exactly the same here: `("nvl({0}, {1})", "ifnull({0}, {1})")`.

    `{0}` is an argument and `{*}` all of them; `{1:mysql}` is one that is converted on its way (repair/_calls.py).
    """
    prompt_lines: tuple[str, ...] = ()
