"""The types of a result's columns, as MySQL's protocol tells them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pymysql.constants import FIELD_TYPE, FLAG

from rejoinder.terms.catalog import TypeFamily
from rejoinder.terms.result import ResultColumn

_BINARY = 63
"""The character set of bytes that aren't text."""
_TYPES = {
    FIELD_TYPE.TINY: ("tinyint", TypeFamily.INTEGER),
    FIELD_TYPE.SHORT: ("smallint", TypeFamily.INTEGER),
    FIELD_TYPE.INT24: ("mediumint", TypeFamily.INTEGER),
    FIELD_TYPE.LONG: ("int", TypeFamily.INTEGER),
    FIELD_TYPE.LONGLONG: ("bigint", TypeFamily.INTEGER),
    FIELD_TYPE.YEAR: ("year", TypeFamily.INTEGER),
    FIELD_TYPE.DECIMAL: ("decimal", TypeFamily.DECIMAL),
    FIELD_TYPE.NEWDECIMAL: ("decimal", TypeFamily.DECIMAL),
    FIELD_TYPE.FLOAT: ("float", TypeFamily.FLOAT),
    FIELD_TYPE.DOUBLE: ("double", TypeFamily.FLOAT),
    FIELD_TYPE.DATE: ("date", TypeFamily.DATE),
    FIELD_TYPE.NEWDATE: ("date", TypeFamily.DATE),
    FIELD_TYPE.TIME: ("time", TypeFamily.TIME),
    FIELD_TYPE.DATETIME: ("datetime", TypeFamily.TIMESTAMP),
    FIELD_TYPE.TIMESTAMP: ("timestamp", TypeFamily.TIMESTAMP),
    FIELD_TYPE.BIT: ("bit", TypeFamily.BINARY),
    FIELD_TYPE.JSON: ("json", TypeFamily.JSON),
    FIELD_TYPE.GEOMETRY: ("geometry", TypeFamily.BINARY),
    FIELD_TYPE.NULL: ("", TypeFamily.OTHER),
}


def columns_of(fields: Sequence[Any]) -> tuple[ResultColumn, ...]:
    """A result's columns, of the field packets of its header."""
    return tuple(_column(field) for field in fields)


def _column(field: Any) -> ResultColumn:
    found = _TYPES.get(field.type_code)
    if found is None:
        binary = field.charsetnr == _BINARY and not field.flags & (FLAG.ENUM | FLAG.SET)
        found = ("blob", TypeFamily.BINARY) if binary else ("text", TypeFamily.TEXT)
    return ResultColumn(name=field.name, type=found[0], family=found[1])
