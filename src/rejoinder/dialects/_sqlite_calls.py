"""Calls of other dialects, and what says the same in SQLite.

Only what keeps its meaning on dates in ISO form, on text and on numbers stands here; what is merely similar is a
phrase in `rewrites`, for the model. Read from the manuals of MySQL 8, PostgreSQL 16, SQL Server 2022, Oracle 19,
BigQuery and DuckDB, against https://www.sqlite.org/lang_datefunc.html and lang_corefunc.html.
"""

from __future__ import annotations

_PARTS = {
    "year": "CAST(strftime('%Y', {0}) AS INTEGER)",
    "month": "CAST(strftime('%m', {0}) AS INTEGER)",
    "day": "CAST(strftime('%d', {0}) AS INTEGER)",
    "hour": "CAST(strftime('%H', {0}) AS INTEGER)",
    "minute": "CAST(strftime('%M', {0}) AS INTEGER)",
    "second": "CAST(strftime('%S', {0}) AS INTEGER)",
    "quarter": "((CAST(strftime('%m', {0}) AS INTEGER) + 2) / 3)",
    "doy": "CAST(strftime('%j', {0}) AS INTEGER)",
    "dow": "CAST(strftime('%w', {0}) AS INTEGER)",
}
_UNITS = ("year", "month", "day", "hour", "minute", "second")
_DAYS = "CAST(julianday(date({0})) - julianday(date({1})) AS INTEGER)"
_YEARS = (
    "(CAST(strftime('%Y', {1}) AS INTEGER) - CAST(strftime('%Y', {0}) AS INTEGER)"
    " - (strftime('%m-%d', {1}) < strftime('%m-%d', {0})))"
)


def _parts() -> list[tuple[str, str]]:
    """A part of a date: as a function of its own, by EXTRACT, and by DATE_PART and its likes."""
    named = [(f"{part}({{0}})", template) for part, template in _PARTS.items() if part not in ("doy", "dow")]
    for part, template in _PARTS.items():
        named.append((f"extract({part} from {{0}})", template))
        named += [(f"{called}('{part}', {{0}})", template) for called in ("date_part", "datepart")]
        named.append((f"datepart({part}, {{0}})", template))
    return named


def _shifts() -> list[tuple[str, str]]:
    """A date moved by a whole number of units."""
    moved = []
    for unit in _UNITS:
        made = "date" if unit in ("year", "month", "day") else "datetime"
        for called, sign in (("date_add", "+"), ("adddate", "+"), ("date_sub", "-"), ("subdate", "-")):
            pattern = f"{called}({{0}}, interval {{1:number}} {unit})"
            moved.append((pattern, f"{made}({{0}}, '{sign}{{1:number}} {unit}')"))
        moved.append((f"dateadd({unit}, {{1:number}}, {{0}})", f"{made}({{0}}, '+{{1:number}} {unit}')"))
    return moved


def _truncations() -> list[tuple[str, str]]:
    starts = {
        "year": "date({0}, 'start of year')",
        "month": "date({0}, 'start of month')",
        "day": "date({0})",
    }
    return [(f"date_trunc('{unit}', {{0}})", template) for unit, template in starts.items()]


CALLS = (
    *_parts(),
    *_shifts(),
    *_truncations(),
    ("dayofmonth({0})", _PARTS["day"]),
    ("dayofyear({0})", _PARTS["doy"]),
    ("dayofweek({0})", "(CAST(strftime('%w', {0}) AS INTEGER) + 1)"),
    ("weekday({0})", "((CAST(strftime('%w', {0}) AS INTEGER) + 6) % 7)"),
    ("now()", "datetime('now')"),
    ("getdate()", "datetime('now')"),
    ("sysdate()", "datetime('now')"),
    ("current_timestamp()", "datetime('now')"),
    ("localtimestamp()", "datetime('now')"),
    ("curdate()", "date('now')"),
    ("current_date()", "date('now')"),
    ("today()", "date('now')"),
    ("curtime()", "time('now')"),
    ("date_format({0}, {1:mysql})", "strftime({1:mysql}, {0})"),
    ("to_char({0}, {1:oracle})", "strftime({1:oracle}, {0})"),
    ("datediff({0}, {1})", _DAYS),
    ("date_diff({0}, {1}, day)", _DAYS),
    ("datediff(day, {1}, {0})", _DAYS),
    ("datediff('day', {1}, {0})", _DAYS),
    ("timestampdiff(day, {1}, {0})", "CAST(julianday({0}) - julianday({1}) AS INTEGER)"),
    ("timestampdiff(year, {0}, {1})", _YEARS),
    ("unix_timestamp({0})", "CAST(strftime('%s', {0}) AS INTEGER)"),
    ("from_unixtime({0})", "datetime({0}, 'unixepoch')"),
    ("to_date({0})", "date({0})"),
    # SQLite 3.44 and later has CONCAT and reads NULL in it as empty text: so does this.
    ("concat({*})", "({*:text || })"),
    ("left({0}, {1})", "substr({0}, 1, {1})"),
    ("right({0}, {1})", "substr({0}, -{1})"),
    ("mid({0}, {1}, {2})", "substr({0}, {1}, {2})"),
    ("substring({0} from {1} for {2})", "substr({0}, {1}, {2})"),
    ("substring({0} from {1})", "substr({0}, {1})"),
    (
        "substring_index({0}, {1}, 1)",
        "CASE WHEN instr({0}, {1}) > 0 THEN substr({0}, 1, instr({0}, {1}) - 1) ELSE {0} END",
    ),
    ("len({0})", "length({0})"),
    ("char_length({0})", "length({0})"),
    ("character_length({0})", "length({0})"),
    ("ucase({0})", "upper({0})"),
    ("lcase({0})", "lower({0})"),
    ("charindex({0}, {1})", "instr({1}, {0})"),
    ("locate({0}, {1})", "instr({1}, {0})"),
    ("position({0} in {1})", "instr({1}, {0})"),
    ("strpos({0}, {1})", "instr({0}, {1})"),
    ("starts_with({0}, {1})", "(substr({0}, 1, length({1})) = {1})"),
    ("isnull({0})", "({0} IS NULL)"),
    ("isnull({0}, {1})", "ifnull({0}, {1})"),
    ("nvl({0}, {1})", "ifnull({0}, {1})"),
    ("nvl2({0}, {1}, {2})", "iif({0} IS NOT NULL, {1}, {2})"),
    ("if({0}, {1}, {2})", "iif({0}, {1}, {2})"),
    ("greatest({0}, {1})", "max({0}, {1})"),
    ("greatest({0}, {1}, {2})", "max({0}, {1}, {2})"),
    ("least({0}, {1})", "min({0}, {1})"),
    ("least({0}, {1}, {2})", "min({0}, {1}, {2})"),
    ("divide({0}, {1})", "(CAST({0} AS REAL) / {1})"),
    ("safe_divide({0}, {1})", "(CAST({0} AS REAL) / {1})"),
    ("subtract({0}, {1})", "({0} - {1})"),
    ("multiply({0}, {1})", "({0} * {1})"),
    ("add({0}, {1})", "({0} + {1})"),
    ("truncate({0}, 0)", "CAST({0} AS INTEGER)"),
    ("mean({0})", "avg({0})"),
    ("average({0})", "avg({0})"),
    ("string_agg({0}, {1})", "group_concat({0}, {1})"),
    ("listagg({0}, {1})", "group_concat({0}, {1})"),
    ("group_concat({0} separator {1})", "group_concat({0}, {1})"),
    ("any_value({0})", "min({0})"),
    ("bool_and({0})", "min({0})"),
    ("bool_or({0})", "max({0})"),
    ("try_cast({0})", "CAST({0})"),
    ("safe_cast({0})", "CAST({0})"),
)
