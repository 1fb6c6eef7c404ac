"""What the repairs write for PostgreSQL says on a real server what the draft said in its own dialect."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from decimal import Decimal

import psycopg
import pytest
from tests.contract.connectors import servers
from tests.unit.repair.tables.lossless_cast import OPERATOR

from rejoinder import repair
from rejoinder.dialects import dialect
from rejoinder.dialects._postgres_calls import CALLS
from rejoinder.terms.catalog import Catalog, Column, Table, TableRef
from rejoinder.terms.classes import Defect
from rejoinder.terms.finding import Finding

POSTGRES = dialect("postgres")
_ROWS = """
CREATE TABLE visits (id bigint, day date, kept text, fee float8, paid text, code text);
INSERT INTO visits VALUES (1, '2024-01-31', '2024-01-31', 2.345, '30.5', '7');
INSERT INTO visits VALUES (2, '2024-02-29', '2024-02-29', 1, '4', '12');
"""
_TYPES = {
    "id": "bigint",
    "day": "date",
    "kept": "text",
    "fee": "double precision",
    "paid": "text",
    "code": "text",
}
VISITS = Catalog(
    fingerprint="visits",
    search_path=("public",),
    tables=(
        Table(
            ref=TableRef("public", "visits"),
            columns=tuple(
                Column(name=name, type=kind, family=POSTGRES.family(kind)) for name, kind in _TYPES.items()
            ),
        ),
    ),
)

WRITTEN = [
    ("year('2024-02-29')", 2024),
    ("quarter(DATE '2024-05-01')", 2),
    ("month(TIMESTAMP '2024-02-29 23:59')", 2),
    ("day('2024-02-29')", 29),
    ("hour('2024-02-29 23:59')", 23),
    ("minute('2024-02-29 23:59')", 59),
    ("datepart(year, '2024-02-29')", 2024),
    ("datepart('month', '2024-02-29')", 2),
    ("dayofmonth('2024-02-29')", 29),
    ("dayofyear('2024-02-29')", 60),
    ("dayofweek('2024-03-03')", 1),
    ("weekday('2024-03-03')", 6),
    ("strftime('%Y-%m', '2024-02-29')", "2024-02"),
    ("strftime('%H', '2024-02-29 07:00')", "07"),
    ("date_format('2024-02-29', '%Y-%m-%d')", "2024-02-29"),
    ("date_add('2024-01-31', INTERVAL 1 day)", dt.datetime(2024, 2, 1)),
    ("adddate('2024-01-31', INTERVAL 1 day)", dt.datetime(2024, 2, 1)),
    ("date_sub('2024-03-01', INTERVAL 1 day)", dt.datetime(2024, 2, 29)),
    ("subdate('2024-03-01', INTERVAL 2 hour)", dt.datetime(2024, 2, 29, 22)),
    ("dateadd(month, 1, '2024-01-31')", dt.datetime(2024, 2, 29)),
    ("julianday('2000-01-01 12:00')", Decimal(2451545)),
    ("julianday('2024-03-01') - julianday('2024-02-28')", Decimal(2)),
    ("datediff('2024-03-01', '2024-02-28')", 2),
    ("date_diff('2024-03-01', '2024-02-28', day)", 2),
    ("datediff(day, '2024-02-28', '2024-03-01')", 2),
    ("timestampdiff(year, '2000-03-01', '2024-02-29')", 23),
    ("curdate() = CURRENT_DATE", True),
    ("current_date() = CURRENT_DATE", True),
    ("today() = CURRENT_DATE", True),
    ("getdate() = LOCALTIMESTAMP", True),
    ("sysdate() = LOCALTIMESTAMP", True),
    ("current_timestamp() = CURRENT_TIMESTAMP", True),
    ("ifnull(NULL, 3)", 3),
    ("nvl(2, 3)", 2),
    ("isnull(NULL, 3)", 3),
    ("isnull(1 + NULL)", True),
    ("nvl2(NULL, 1, 2)", 2),
    ("if(1 > 2, 'a', 'b')", "b"),
    ("iif(2 > 1, 'a', 'b')", "a"),
    ("len('añb')", 3),
    ("ucase('a')", "A"),
    ("lcase('A')", "a"),
    ("mid('abcd', 2, 2)", "bc"),
    ("instr('abc', 'c')", 3),
    ("charindex('c', 'abc')", 3),
    ("locate('x', 'abc')", 0),
    ("substring_index('a.b.c', '.', 1)", "a"),
    ("substring_index('abc', '.', 1)", "abc"),
    ("divide(1, 4)", Decimal("0.25")),
    ("safe_divide(1, 0)", None),
    ("subtract(5, 1 + 1)", 3),
    ("multiply(1 + 1, 3)", 6),
    ("add(1, 2) * 2", 6),
]
GROUPED = [
    ("group_concat(v)", "1,2,4"),
    ("group_concat(v, '-')", "1-2-4"),
    ("group_concat(v SEPARATOR '/')", "1/2/4"),
    ("listagg(v, ';')", "1;2;4"),
    ("total(v)", 7),
    ("total(CASE WHEN v > 9 THEN v END)", 0),
    ("countif(v > 1)", 2),
    ("count_if(v > 1)", 2),
    ("mean(v)", Decimal(7) / 3),
    ("average(v)", Decimal(7) / 3),
    ("median(v)", 2.0),
]
CAST = [
    ("SELECT id FROM visits WHERE EXTRACT(MONTH FROM kept) = 2", [(2,)]),
    ("SELECT to_char(kept, 'YYYY-MM') FROM visits WHERE id = 1", [("2024-01",)]),
    ("SELECT id FROM visits WHERE code = 7", [(1,)]),
    ("SELECT a.id FROM visits a JOIN visits b ON b.code = a.id", []),
    ("SELECT id FROM visits WHERE code < 10", [(1,)]),
    ("SELECT id FROM visits WHERE code BETWEEN 8 AND 100", [(2,)]),
    ("SELECT AVG(paid) * 2, SUM(code) FROM visits", [(Decimal("34.5"), 19)]),
    ("SELECT paid - code FROM visits WHERE id = 1", [(Decimal("23.5"),)]),
    ("SELECT SUM(fee > 2), AVG(day > '2024-02-01') FROM visits", [(1, Decimal("0.5"))]),
    ("SELECT id FROM visits WHERE day LIKE '2024-02%' OR substring(day, 6, 2) = '02'", [(2,)]),
]


@pytest.fixture(scope="module")
def server() -> Iterator[psycopg.Connection]:
    with servers.postgres() as folder, psycopg.connect(host=folder, user="owner", dbname="postgres") as found:
        found.execute(_ROWS)
        yield found


def mended(text: str, rule: str, defect: Defect, subject: str) -> str:
    outcome = repair.mend(
        text,
        findings=[Finding(defect=defect, message="", subject=subject)],
        facts=(),
        dialect=POSTGRES,
        catalog=VISITS,
        spent=[each.name for each in repair.rules() if each.name != rule],
        earlier=(),
    )
    assert isinstance(outcome, repair.Mended), outcome
    return outcome.text


def value(server: psycopg.Connection, text: str) -> object:
    rows = server.execute(text.encode()).fetchall()
    assert len(rows) == 1
    return rows[0][0]


@pytest.mark.parametrize(("call", "expected"), WRITTEN, ids=[row[0] for row in WRITTEN])
def test_a_call_of_another_dialect_says_here_what_it_says_there(
    server: psycopg.Connection, call: str, expected: object
):
    written = mended(f"SELECT {call}", "functions", Defect.UNKNOWN_FUNCTION, call.partition("(")[0])
    found = value(server, written)
    assert found == pytest.approx(expected) if isinstance(expected, Decimal) else found == expected


@pytest.mark.parametrize(("call", "expected"), GROUPED, ids=[row[0] for row in GROUPED])
def test_an_aggregate_of_another_dialect_says_here_what_it_says_there(
    server: psycopg.Connection, call: str, expected: object
):
    draft = f"SELECT {call} FROM (VALUES (1), (2), (4)) AS t(v)"
    found = value(server, mended(draft, "functions", Defect.UNKNOWN_FUNCTION, call.partition("(")[0]))
    assert found == pytest.approx(expected) if isinstance(expected, Decimal | float) else found == expected


def test_every_call_that_can_be_written_anew_was_run():
    run = {call.partition("(")[0] for call, _ in (*WRITTEN, *GROUPED)}
    assert {pattern.partition("(")[0] for pattern, _ in CALLS} == run


@pytest.mark.parametrize(("draft", "rows"), CAST, ids=[row[0] for row in CAST])
def test_what_the_server_refuses_for_its_types_runs_with_a_cast(
    server: psycopg.Connection, draft: str, rows: Sequence[tuple[object, ...]]
):
    with pytest.raises(psycopg.errors.UndefinedFunction), server.transaction():
        server.execute(draft.encode())
    assert server.execute(mended(draft, "lossless_cast", *OPERATOR).encode()).fetchall() == list(rows)


def test_a_float_that_the_server_can_not_round_is_rounded_as_an_exact_number(server: psycopg.Connection):
    draft = "SELECT ROUND(fee * 2, 1) FROM visits WHERE id = 1"
    with pytest.raises(psycopg.errors.UndefinedFunction) as refused, server.transaction():
        server.execute(draft.encode())
    assert "round" in str(refused.value)
    assert value(server, mended(draft, "lossless_cast", Defect.UNKNOWN_FUNCTION, "round")) == Decimal("4.7")


def test_a_text_that_is_no_date_is_an_error_and_never_an_empty_value(server: psycopg.Connection):
    draft = "SELECT EXTRACT(YEAR FROM paid) FROM visits"
    with pytest.raises(psycopg.errors.InvalidDatetimeFormat), server.transaction():
        server.execute(mended(draft, "lossless_cast", *OPERATOR).encode())
