"""The family of values behind a type as SQLite tables declare it, which may be any words at all."""

from __future__ import annotations

import pytest
from tests.unit.sql.shop import SQLITE

FAMILIES = [
    ("INTEGER", "integer"),
    ("int(11) unsigned", "integer"),
    ("BIGINT", "integer"),
    ("smallserial", "integer"),
    ("YEAR", "integer"),
    ("TEXT", "text"),
    ("varchar(20)", "text"),
    ("NVARCHAR2", "text"),
    ("CLOB", "text"),
    ("enum('a','b')", "text"),
    ("REAL", "float"),
    ("double precision", "float"),
    ("FLOAT8", "float"),
    ("DECIMAL(10, 2)", "decimal"),
    ("NUMERIC", "decimal"),
    ("NUMBER(5)", "decimal"),
    ("money", "decimal"),
    ("BOOLEAN", "boolean"),
    ("bool", "boolean"),
    ("DATE", "date"),
    ("DATETIME", "timestamp"),
    ("timestamp with time zone", "timestamp"),
    ("TIME", "time"),
    ("INTERVAL", "interval"),
    ("BLOB", "binary"),
    ("varbinary(8)", "binary"),
    ("bytea", "binary"),
    ("JSON", "json"),
    ("uuid", "uuid"),
    ("uniqueidentifier", "uuid"),
    ("", "other"),
    ("geometry", "other"),
]


@pytest.mark.parametrize(("declared", "family"), FAMILIES)
def test_a_declared_type_has_a_family(declared: str, family: str):
    assert SQLITE.family(declared) == family
