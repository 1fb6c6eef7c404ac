"""Calls of other dialects, and what says the same in PostgreSQL.

Only what keeps its meaning stands here; what is merely similar is a phrase in `rewrites`, for the model. A date is
cast to a timestamp first, which changes no date, and reads one that is kept as a text or is an error. Read from the
manuals of MySQL 8, SQL Server 2022, Oracle 19, SQLite and BigQuery, against chapter 9 of PostgreSQL 16's.
"""

from __future__ import annotations

_PARTS = {
    "year": "CAST(EXTRACT(YEAR FROM CAST({0} AS timestamp)) AS integer)",
    "quarter": "CAST(EXTRACT(QUARTER FROM CAST({0} AS timestamp)) AS integer)",
    "month": "CAST(EXTRACT(MONTH FROM CAST({0} AS timestamp)) AS integer)",
    "day": "CAST(EXTRACT(DAY FROM CAST({0} AS timestamp)) AS integer)",
    "hour": "CAST(EXTRACT(HOUR FROM CAST({0} AS timestamp)) AS integer)",
    "minute": "CAST(EXTRACT(MINUTE FROM CAST({0} AS timestamp)) AS integer)",
}
_DAY_OF_YEAR = "CAST(EXTRACT(DOY FROM CAST({0} AS timestamp)) AS integer)"
_DAY_OF_WEEK = "CAST(EXTRACT(DOW FROM CAST({0} AS timestamp)) AS integer)"
_FORMATS = {
    "%Y": "YYYY",
    "%m": "MM",
    "%d": "DD",
    "%H": "HH24",
    "%j": "DDD",
    "%Y-%m": "YYYY-MM",
    "%m-%d": "MM-DD",
    "%Y-%m-%d": "YYYY-MM-DD",
}
"""Formats that SQLite's strftime and MySQL's DATE_FORMAT read alike."""
_UNITS = ("year", "month", "week", "day", "hour", "minute", "second")
_DAYS = "(CAST({0} AS date) - CAST({1} AS date))"


def _parts() -> list[tuple[str, str]]:
    named = [(f"{part}({{0}})", template) for part, template in _PARTS.items()]
    for part, template in _PARTS.items():
        named += [(f"datepart({part}, {{0}})", template), (f"datepart('{part}', {{0}})", template)]
    return named


def _formats() -> list[tuple[str, str]]:
    made = []
    for theirs, ours in _FORMATS.items():
        template = f"to_char(CAST({{0}} AS timestamp), '{ours}')"
        made += [(f"strftime('{theirs}', {{0}})", template), (f"date_format({{0}}, '{theirs}')", template)]
    return made


def _shifts() -> list[tuple[str, str]]:
    """A date moved by a whole number of units."""
    moved = []
    for unit in _UNITS:
        for called, sign in (("date_add", "+"), ("adddate", "+"), ("date_sub", "-"), ("subdate", "-")):
            template = f"(CAST({{0}} AS timestamp) {sign} INTERVAL '{{1:number}} {unit}')"
            moved.append((f"{called}({{0}}, interval {{1:number}} {unit})", template))
        moved.append(
            (
                f"dateadd({unit}, {{1:number}}, {{0}})",
                f"(CAST({{0}} AS timestamp) + INTERVAL '{{1:number}} {unit}')",
            )
        )
    return moved


CALLS = (
    *_parts(),
    *_formats(),
    *_shifts(),
    ("dayofmonth({0})", _PARTS["day"]),
    ("dayofyear({0})", _DAY_OF_YEAR),
    ("dayofweek({0})", f"({_DAY_OF_WEEK} + 1)"),
    ("weekday({0})", f"(({_DAY_OF_WEEK} + 6) % 7)"),
    ("julianday({0})", "(EXTRACT(EPOCH FROM CAST({0} AS timestamp)) / 86400 + 2440587.5)"),
    ("datediff({0}, {1})", _DAYS),
    ("date_diff({0}, {1}, day)", _DAYS),
    ("datediff(day, {1}, {0})", _DAYS),
    ("datediff('day', {1}, {0})", _DAYS),
    (
        "timestampdiff(year, {0}, {1})",
        "CAST(EXTRACT(YEAR FROM AGE(CAST({1} AS timestamp), CAST({0} AS timestamp))) AS integer)",
    ),
    ("curdate()", "CURRENT_DATE"),
    ("current_date()", "CURRENT_DATE"),
    ("today()", "CURRENT_DATE"),
    ("getdate()", "LOCALTIMESTAMP"),
    ("sysdate()", "LOCALTIMESTAMP"),
    ("current_timestamp()", "CURRENT_TIMESTAMP"),
    ("ifnull({0}, {1})", "COALESCE({0}, {1})"),
    ("nvl({0}, {1})", "COALESCE({0}, {1})"),
    ("isnull({0}, {1})", "COALESCE({0}, {1})"),
    ("isnull({0})", "(({0}) IS NULL)"),
    ("nvl2({0}, {1}, {2})", "CASE WHEN ({0}) IS NOT NULL THEN {1} ELSE {2} END"),
    ("if({0}, {1}, {2})", "CASE WHEN {0} THEN {1} ELSE {2} END"),
    ("iif({0}, {1}, {2})", "CASE WHEN {0} THEN {1} ELSE {2} END"),
    ("len({0})", "length({0})"),
    ("ucase({0})", "upper({0})"),
    ("lcase({0})", "lower({0})"),
    ("mid({0}, {1}, {2})", "substr({0}, {1}, {2})"),
    ("instr({0}, {1})", "strpos({0}, {1})"),
    ("charindex({0}, {1})", "strpos({1}, {0})"),
    ("locate({0}, {1})", "strpos({1}, {0})"),
    ("substring_index({0}, {1}, 1)", "split_part({0}, {1}, 1)"),
    ("group_concat({0} separator {1})", "string_agg(CAST({0} AS text), {1})"),
    ("group_concat({0})", "string_agg(CAST({0} AS text), ',')"),
    ("group_concat({0}, {1})", "string_agg(CAST({0} AS text), {1})"),
    ("listagg({0}, {1})", "string_agg(CAST({0} AS text), {1})"),
    ("total({0})", "COALESCE(SUM({0}), 0)"),
    ("countif({0})", "COUNT(*) FILTER (WHERE {0})"),
    ("count_if({0})", "COUNT(*) FILTER (WHERE {0})"),
    ("mean({0})", "AVG({0})"),
    ("average({0})", "AVG({0})"),
    ("median({0})", "percentile_cont(0.5) WITHIN GROUP (ORDER BY {0})"),
    ("divide({0}, {1})", "(CAST({0} AS numeric) / {1})"),
    ("safe_divide({0}, {1})", "(CAST({0} AS numeric) / NULLIF({1}, 0))"),
    ("subtract({0}, {1})", "({0} - {1})"),
    ("multiply({0}, {1})", "({0} * {1})"),
    ("add({0}, {1})", "({0} + {1})"),
)
