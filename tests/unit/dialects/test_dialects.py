"""Dialects are found by name, and what they say of functions holds on the engine itself."""

from __future__ import annotations

import sqlite3

import pytest
from tests.unit.sql.shop import SQLITE

from rejoinder.check.functions import effect_of
from rejoinder.dialects import dialect
from rejoinder.errors import UnknownScheme
from rejoinder.terms.dialect import Effect


def test_a_dialect_is_found_once():
    assert dialect("sqlite") is SQLITE


@pytest.mark.parametrize("name", ["nowhere", "", "_functions", "os.path", "../sqlite", "SQLite "])
def test_no_other_name_finds_one(name: str):
    with pytest.raises(UnknownScheme, match="There is no SQL dialect"):
        dialect(name)


HARMFUL = "load_extension fts3_tokenizer readfile writefile edit eval optimize rtreenode sqlite_log fts5 nobody_knows"


@pytest.mark.parametrize("name", HARMFUL.split())
def test_a_function_with_an_effect_or_unknown_is_not_harmless(name: str):
    assert effect_of(name, SQLITE) not in (Effect.PURE, Effect.VOLATILE)


def test_an_exact_name_wins_over_a_prefix():
    assert effect_of("sqlite_version", SQLITE) is Effect.PURE
    assert effect_of("sqlite_anything", SQLITE) is Effect.ADMINISTRATION
    assert effect_of("pragma_anything", SQLITE) is Effect.SETTINGS


def test_no_harmless_function_of_this_engine_is_missing():
    """Those that SQLite itself calls safe to use in views and triggers, and that give the same each time."""
    connection = sqlite3.connect(":memory:")
    innocuous, deterministic = 0x200000, 0x800
    rows = connection.execute("SELECT DISTINCT name, flags FROM pragma_function_list").fetchall()
    connection.close()
    plain = {
        name for name, flags in rows if flags & innocuous and flags & deterministic and name[0].isalpha()
    }
    assert len(plain) > 50
    own = "match sqlite_source_id sqlite_compileoption_get sqlite_compileoption_used fts5_source_id"
    refused = {*own.split(), "sqlite_log"}  # the last is innocuous to SQLite, but it writes to a log
    known = {name for name, effect in SQLITE.functions.items() if effect in (Effect.PURE, Effect.VOLATILE)}
    assert plain - known - refused == set()


def test_what_is_there_instead_of_a_foreign_function_is_no_function_of_this_engine():
    both = {name for name in SQLITE.rewrites if effect_of(name, SQLITE) in (Effect.PURE, Effect.VOLATILE)}
    # CONCAT came with SQLite 3.44, so an older one still needs the phrase.
    assert both == {"concat"}
