"""That mended drafts mean what they say: templates of functions by their values, joins by the rows that they keep."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from tests.unit.repair.case import Case, findings, mended
from tests.unit.repair.clinic import CATALOG, SQLITE, database

from rejoinder import repair
from rejoinder.sql.paths import join_paths
from rejoinder.terms.classes import Defect
from rejoinder.terms.finding import Finding

# What the manuals of the engines that have these functions say, on 2024-05-06 07:08:09, a Monday.
DAY = "'2024-05-06 07:08:09'"
VALUES: list[tuple[str, object]] = [
    (f"YEAR({DAY})", 2024),
    (f"MONTH({DAY})", 5),
    (f"DAY({DAY})", 6),
    (f"HOUR({DAY})", 7),
    (f"MINUTE({DAY})", 8),
    (f"SECOND({DAY})", 9),
    (f"QUARTER({DAY})", 2),
    ("QUARTER('2024-12-31')", 4),
    (f"DAYOFMONTH({DAY})", 6),
    (f"DAYOFYEAR({DAY})", 127),
    (f"DAYOFWEEK({DAY})", 2),
    (f"WEEKDAY({DAY})", 0),
    (f"EXTRACT(YEAR FROM {DAY})", 2024),
    (f"EXTRACT(DOW FROM {DAY})", 1),
    (f"DATE_PART('month', {DAY})", 5),
    (f"DATEPART(day, {DAY})", 6),
    (f"DATE_TRUNC('month', {DAY})", "2024-05-01"),
    (f"DATE_TRUNC('year', {DAY})", "2024-01-01"),
    (f"DATE_ADD({DAY}, INTERVAL 2 DAY)", "2024-05-08"),
    (f"ADDDATE({DAY}, INTERVAL 1 YEAR)", "2025-05-06"),
    (f"DATE_SUB({DAY}, INTERVAL 1 MONTH)", "2024-04-06"),
    (f"SUBDATE({DAY}, INTERVAL 3 HOUR)", "2024-05-06 04:08:09"),
    (f"DATEADD(day, 3, {DAY})", "2024-05-09"),
    ("DATEDIFF('2024-05-06', '2024-05-01')", 5),
    ("DATEDIFF('2024-05-06 00:10:00', '2024-05-05 23:50:00')", 1),
    ("DATEDIFF(day, '2024-05-01', '2024-05-06')", 5),
    ("DATE_DIFF('2024-05-06', '2024-05-01', DAY)", 5),
    ("TIMESTAMPDIFF(DAY, '2024-05-05 23:50:00', '2024-05-06 00:10:00')", 0),
    ("TIMESTAMPDIFF(YEAR, '2000-05-07', '2024-05-06')", 23),
    ("TIMESTAMPDIFF(YEAR, '2000-05-06', '2024-05-06')", 24),
    (f"DATE_FORMAT({DAY}, '%Y/%m/%d %H:%i:%s')", "2024/05/06 07:08:09"),
    (f"TO_CHAR({DAY}, 'YYYY-MM HH24:MI')", "2024-05 07:08"),
    (f"TO_DATE({DAY})", "2024-05-06"),
    ("UNIX_TIMESTAMP('1970-01-02')", 86400),
    ("FROM_UNIXTIME(86400)", "1970-01-02 00:00:00"),
    ("LEFT('clinic', 3)", "cli"),
    ("RIGHT('clinic', 3)", "nic"),
    ("MID('clinic', 2, 3)", "lin"),
    ("SUBSTRING('clinic' FROM 2 FOR 3)", "lin"),
    ("SUBSTRING('clinic' FROM 4)", "nic"),
    ("SUBSTRING_INDEX('a.b.c', '.', 1)", "a"),
    ("SUBSTRING_INDEX('abc', '.', 1)", "abc"),
    ("LEN('cat')", 3),
    ("CHAR_LENGTH('hén')", 3),
    ("CHARACTER_LENGTH('hen')", 3),
    ("UCASE('hen')", "HEN"),
    ("LCASE('HEN')", "hen"),
    ("CHARINDEX('n', 'hen')", 3),
    ("LOCATE('e', 'hen')", 2),
    ("POSITION('e' IN 'hen')", 2),
    ("STRPOS('hen', 'n')", 3),
    ("STARTS_WITH('hen', 'he')", 1),
    ("ISNULL(NULL)", 1),
    ("ISNULL(NULL, 4)", 4),
    ("NVL(NULL, 4)", 4),
    ("NVL2(NULL, 1, 2)", 2),
    ("IF(1 > 2, 'a', 'b')", "b"),
    ("GREATEST(1, 3, 2)", 3),
    ("LEAST(3, 1)", 1),
    ("DIVIDE(1, 2)", 0.5),
    ("SAFE_DIVIDE(1, 0)", None),
    ("SUBTRACT(1 + 1, 3 - 1)", 0),
    ("MULTIPLY(1 + 1, 3)", 6),
    ("ADD(1, 2)", 3),
    ("TRUNCATE(-1.9, 0)", -1),
    ("MEAN(4)", 4.0),
    ("AVERAGE(4)", 4.0),
    ("TRY_CAST('4' AS INTEGER)", 4),
    ("SAFE_CAST('4' AS INTEGER)", 4),
    ("CONCAT('a', NULL, 'b', 1)", "ab1"),
    ("STRING_AGG('a', ',')", "a"),
    ("LISTAGG('a', ',')", "a"),
    ("GROUP_CONCAT('a' SEPARATOR ';')", "a"),
    ("ANY_VALUE(4)", 4),
    ("BOOL_AND(1)", 1),
    ("BOOL_OR(0)", 0),
]
CLOCKS = {
    "NOW()": "____-__-__ __:__:__",
    "GETDATE()": "____-__-__ __:__:__",
    "SYSDATE()": "____-__-__ __:__:__",
    "CURRENT_TIMESTAMP()": "____-__-__ __:__:__",
    "LOCALTIMESTAMP()": "____-__-__ __:__:__",
    "CURDATE()": "____-__-__",
    "CURRENT_DATE()": "____-__-__",
    "TODAY()": "____-__-__",
    "CURTIME()": "__:__:__",
}


@pytest.fixture(scope="module")
def engine() -> Iterator[sqlite3.Connection]:
    connection = database()
    yield connection
    connection.close()


def rewritten(call: str) -> str:
    """`SELECT call`, as the rule writes it; the finding is made here, since newer engines know more functions."""
    name = call.partition("(")[0].lower()
    defect = Defect.SYNTAX if name in SQLITE.functions else Defect.UNKNOWN_FUNCTION
    outcome = repair.mend(
        f"SELECT {call}",
        findings=[Finding(defect=defect, message="", subject=name)],
        facts=(),
        dialect=SQLITE,
        catalog=CATALOG,
        spent=(),
        earlier=(),
    )
    assert isinstance(outcome, repair.Mended), outcome
    assert outcome.rule == "functions"
    return outcome.text


@pytest.mark.parametrize(("call", "value"), VALUES, ids=[call for call, _ in VALUES])
def test_a_rewritten_call_has_the_value_that_the_foreign_manual_gives_it(
    engine: sqlite3.Connection, call: str, value: object
):
    assert engine.execute(rewritten(call)).fetchone() == (value,)


@pytest.mark.parametrize(("call", "shape"), CLOCKS.items(), ids=list(CLOCKS))
def test_a_rewritten_clock_reads_as_a_date_or_time(engine: sqlite3.Connection, call: str, shape: str):
    asked = f"SELECT x LIKE '{shape}' FROM ({rewritten(call)} AS x)"
    assert engine.execute(asked).fetchone() == (1,)


def test_every_function_with_a_template_has_a_value_here():
    told = {call.partition("(")[0].lower() for call, _ in VALUES} | {
        call.partition("(")[0].lower() for call in CLOCKS
    }
    assert {pattern.partition("(")[0] for pattern, _ in SQLITE.calls} == told


def owned(source: str, target: str) -> str | None:
    """A column that of all tables only `target` has."""
    tables = {table.ref.name: table for table in CATALOG.tables}
    elsewhere = {column.name for name, table in tables.items() if name != target for column in table.columns}
    return next((each.name for each in tables[target].columns if each.name not in elsewhere), None)


PAIRS = [
    (source.ref.name, target.ref.name)
    for source in CATALOG.tables
    for target in CATALOG.tables
    if len(join_paths(CATALOG, source.ref, target.ref)) == 1 and owned(source.ref.name, target.ref.name)
]


@pytest.mark.parametrize(("source", "target"), PAIRS, ids=[f"{one}-{other}" for one, other in PAIRS])
def test_a_joined_owner_neither_loses_nor_doubles_a_row(engine: sqlite3.Connection, source: str, target: str):
    column = owned(source, target)
    case = Case(what="", draft=f'SELECT s."{column}" FROM "{source}" AS s', mended="")
    assert findings(case)
    outcome = mended(case, rule="join_owner")
    assert isinstance(outcome, repair.Mended), outcome
    (rows,) = engine.execute(f'SELECT COUNT(*) FROM "{source}"').fetchone()
    assert len(engine.execute(outcome.text).fetchall()) == rows
