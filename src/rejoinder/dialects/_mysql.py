"""What MySQL and MariaDB share beside their errors and functions."""

from __future__ import annotations

import re

from rejoinder.terms.catalog import TypeFamily

FAMILIES = (
    (re.compile(r"^(?:tinyint\(1\)|bool)"), TypeFamily.BOOLEAN),
    (re.compile(r"^(?:tiny|small|medium|big)?int|^(?:integer|year|serial)"), TypeFamily.INTEGER),
    (re.compile(r"^(?:decimal|numeric|dec\b|fixed)"), TypeFamily.DECIMAL),
    (re.compile(r"^(?:float|double|real)"), TypeFamily.FLOAT),
    (re.compile(r"^(?:datetime|timestamp)"), TypeFamily.TIMESTAMP),
    (re.compile(r"^date"), TypeFamily.DATE),
    (re.compile(r"^time"), TypeFamily.TIME),
    (re.compile(r"^(?:national )?(?:var)?char|text$|^(?:enum|set|inet[46])"), TypeFamily.TEXT),
    (re.compile(r"binary|blob$|^(?:bit|vector)"), TypeFamily.BINARY),
    (re.compile(r"^json"), TypeFamily.JSON),
    (re.compile(r"^uuid"), TypeFamily.UUID),
)


def family(type: str) -> TypeFamily:
    """By the type as `information_schema.columns.column_type` spells it."""
    declared = type.lower().strip()
    return next((found for pattern, found in FAMILIES if pattern.search(declared)), TypeFamily.OTHER)


SYSTEM_SCHEMAS = frozenset({"information_schema", "mysql", "performance_schema", "sys"})

CONSTANTS = frozenset(
    {"true", "false", "current_date", "current_time", "current_timestamp", "localtime", "localtimestamp"}
    | {"current_user", "current_role", "utc_date", "utc_time", "utc_timestamp"}
)

REWRITES = {
    "strftime": "DATE_FORMAT(x, '%Y-%m')",
    "to_char": "DATE_FORMAT(x, '%Y-%m')",
    "julianday": "DATEDIFF(x, y), in days",
    "date_trunc": "DATE_FORMAT(x, '%Y-%m-01')",
    "date_part": "EXTRACT(YEAR FROM x)",
    "dateadd": "DATE_ADD(x, INTERVAL 1 DAY)",
    "getdate": "NOW()",
    "string_agg": "GROUP_CONCAT(x SEPARATOR ', ')",
    "listagg": "GROUP_CONCAT(x SEPARATOR ', ')",
    "array_agg": "JSON_ARRAYAGG(x)",
    "len": "CHAR_LENGTH(x)",
    "strpos": "LOCATE(part, x)",
    "charindex": "LOCATE(part, x)",
    "split_part": "SUBSTRING_INDEX(x, part, n)",
    "initcap": "CONCAT(UPPER(LEFT(x, 1)), SUBSTRING(x, 2))",
    "iif": "IF(x, a, b)",
    "try_cast": "CAST(x AS type)",
    "safe_divide": "x / NULLIF(y, 0)",
    "total": "COALESCE(SUM(x), 0)",
    "countif": "SUM(condition)",
    "generate_series": "WITH RECURSIVE with a limit",
}

PROMPT_LINES = (
    "Text is written in single quotes, names with spaces or other signs in backticks. || means OR: join text with "
    "CONCAT(a, b).",
    "Division with / is fractional; DIV divides integers. Division by 0 gives NULL.",
    "Dates: DATE_FORMAT(x, '%Y-%m'), YEAR(x), DATEDIFF(a, b) in days, DATE_ADD(x, INTERVAL 1 MONTH), CURDATE().",
    "There is no FULL OUTER JOIN, FILTER, ILIKE or QUALIFY: use UNION, CASE, LIKE (which ignores case in most "
    "collations) and a subquery over a window function.",
    "Every column that is selected and not aggregated must be in GROUP BY. WHERE doesn't see the names that the select "
    "list gives; HAVING and ORDER BY do.",
)
