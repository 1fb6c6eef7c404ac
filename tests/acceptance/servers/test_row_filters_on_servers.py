"""Row filters on real servers: nothing of the asker's is evaluated on a hidden row, and no other name leads to one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

import psycopg
import pymysql
import pytest
from tests.contract.connectors import servers

from rejoinder import Agent, connect
from rejoinder.testing import ScriptedProvider

_SCHEMA = """
CREATE ROLE asker LOGIN;
CREATE SCHEMA private;
CREATE TABLE staff (id int PRIMARY KEY, name text, team text, pin text);
INSERT INTO staff VALUES (1, 'Ann', 'own', '11'), (2, 'Bob', 'own', '22'), (3, 'Eve', 'other', 'secret-77');
CREATE TABLE teams (name text);
INSERT INTO teams VALUES ('own');
CREATE TABLE private.staff (id int PRIMARY KEY, name text, team text, pin text);
INSERT INTO private.staff VALUES (9, 'Zoe', 'other', '99');
CREATE VIEW everybody AS SELECT * FROM staff;
CREATE TABLE visits (day int, staff_id int) PARTITION BY RANGE (day);
CREATE TABLE visits_old PARTITION OF visits FOR VALUES FROM (0) TO (10);
INSERT INTO visits VALUES (1, 1), (2, 3);
CREATE FUNCTION pins() RETURNS SETOF text STABLE LANGUAGE sql AS 'SELECT pin FROM staff';
GRANT USAGE ON SCHEMA private TO asker;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO asker;
GRANT SELECT ON ALL TABLES IN SCHEMA private TO asker;
ALTER ROLE asker SET search_path = public, private;
ANALYZE;
"""
_POLICY = """
[row_filters]
"public.staff" = "EXISTS (SELECT 1 FROM teams WHERE teams.name = staff.team)"
visits = "staff_id <> 3"
"private.staff" = "team = 'own'"
"""

Asking = Callable[[], Agent]


@pytest.fixture(scope="module")
def folder() -> Iterator[str]:
    with servers.postgres() as path:
        with closing(psycopg.connect(f"postgresql://owner@/postgres?host={path}", autocommit=True)) as owner:
            owner.execute(_SCHEMA)
        yield path


@pytest.fixture
def asking(folder: str, tmp_path_factory: pytest.TempPathFactory) -> Asking:
    """Makes an agent on PostgreSQL under the policy."""
    policy = tmp_path_factory.mktemp("policy") / "policy.toml"
    policy.write_text(_POLICY, encoding="utf-8")

    def make() -> Agent:
        url = f"postgresql://asker@/postgres?host={folder}"
        return connect(url, provider=ScriptedProvider(()), ledger="memory:", policy=policy)

    return make


READ = [
    ("plainly", "SELECT name FROM staff ORDER BY id", (("Ann",), ("Bob",))),
    ("by its schema", "SELECT name FROM public.staff ORDER BY id", (("Ann",), ("Bob",))),
    ("of the other schema", "SELECT name FROM private.staff", ()),
    ("a cast that fails on a hidden row alone", "SELECT id FROM staff WHERE pin::int > 11", ((2,),)),
    ("a division that fails on a hidden row alone", "SELECT id FROM staff WHERE 1 / (3 - id) = 1", ((2,),)),
    (
        "a failing cast in a join",
        "SELECT a.id FROM staff a JOIN staff b ON a.pin::int = b.pin::int ORDER BY 1",
        ((1,), (2,)),
    ),
    (
        "a failing cast in an aggregate's filter",
        "SELECT count(*) FILTER (WHERE pin::int > 0) FROM staff",
        ((2,),),
    ),
    ("a failing cast in EXISTS", "SELECT EXISTS (SELECT 1 FROM staff WHERE pin::int = 77)", ((False,),)),
    ("a failing cast in CASE", "SELECT max(CASE WHEN pin::int > 0 THEN id END) FROM staff", ((2,),)),
    ("a whole row", "SELECT count(s), max((s).name) FROM staff s", ((2, "Bob"),)),
    ("a row as JSON", "SELECT to_jsonb(s) ->> 'name' FROM staff s ORDER BY 1", (("Ann",), ("Bob",))),
    (
        "LATERAL",
        "SELECT x.name FROM generate_series(1, 3) AS n, LATERAL (SELECT name FROM staff WHERE id = n) x ORDER BY 1",
        (("Ann",), ("Bob",)),
    ),
    ("a common table expression of its name", "WITH staff AS (SELECT 7 AS id) SELECT id FROM staff", ((7,),)),
    ("within one of its name", "WITH staff AS (SELECT * FROM staff) SELECT count(*) FROM staff", ((2,),)),
    (
        "beside one of its name",
        "WITH staff AS (SELECT 7 AS id) SELECT count(*) FROM public.staff",
        ((2,),),
    ),
    (
        "a recursion",
        "WITH RECURSIVE r AS (SELECT 1 AS id UNION SELECT s.id FROM staff s JOIN r ON s.id = r.id + 1)"
        " SELECT max(id) FROM r",
        ((2,),),
    ),
    (
        "grouped by its key",
        "SELECT s.id, s.name FROM staff s GROUP BY s.id ORDER BY 1",
        ((1, "Ann"), (2, "Bob")),
    ),
    ("ONLY", "SELECT count(*) FROM ONLY staff", ((2,),)),
    ("a sample of everything", "SELECT count(*) FROM staff TABLESAMPLE BERNOULLI (100)", ((2,),)),
    ("TABLE", "SELECT count(*) FROM (TABLE staff) t", ((2,),)),
    (
        "an anti-join",
        "SELECT n FROM generate_series(1, 3) n WHERE NOT EXISTS (SELECT 1 FROM staff WHERE id = n)",
        ((3,),),
    ),
    ("a partitioned table", "SELECT count(*) FROM visits", ((1,),)),
]


@pytest.mark.parametrize(("sql", "rows"), [row[1:] for row in READ], ids=[row[0] for row in READ])
async def test_a_statement_on_postgresql_meets_only_the_rows_that_may_be_read(
    asking: Asking, sql: str, rows: tuple[tuple[object, ...], ...]
):
    async with asking() as agent:
        outcome = await agent.run_sql(sql)
    assert (outcome.end, outcome.rows) == ("answered", rows), outcome.refusal


REFUSED = [
    ("a view of it", "SELECT name FROM everybody"),
    ("a part of a partitioned table", "SELECT staff_id FROM visits_old"),
    ("where a row lies", "SELECT ctid FROM staff"),
    ("what changed a row", "SELECT xmin FROM staff"),
    ("a function that reads it", "SELECT * FROM pins()"),
    ("statistics", "SELECT most_common_vals FROM pg_stats WHERE tablename = 'staff'"),
]


@pytest.mark.parametrize("sql", [row[1] for row in REFUSED], ids=[row[0] for row in REFUSED])
async def test_what_leads_to_hidden_rows_by_another_way_is_refused(asking: Asking, sql: str):
    async with asking() as agent:
        outcome = await agent.run_sql(sql)
    assert (outcome.end, outcome.reason, outcome.rows) == ("refused", "policy", ())


async def test_an_error_on_a_visible_row_says_no_value_that_the_statement_does_not(asking: Asking):
    async with asking() as agent:
        outcome = await agent.run_sql("SELECT name::int FROM staff")
    assert outcome.refusal is not None
    assert "Ann" not in outcome.refusal.message
    assert outcome.refusal.position is None


_MARIADB = (
    "CREATE DATABASE firm",
    "CREATE TABLE firm.staff (id int PRIMARY KEY, name varchar(9), team varchar(9), pin varchar(9))",
    "INSERT INTO firm.staff VALUES (1, 'Ann', 'own', '11'), (2, 'Bob', 'own', '22'), (3, 'Eve', 'other', 'x')",
    "CREATE TABLE firm.teams (name varchar(9))",
    "INSERT INTO firm.teams VALUES ('own')",
    "CREATE VIEW firm.everybody AS SELECT * FROM firm.staff",
    "CREATE USER asker@localhost",
    "GRANT SELECT, SHOW VIEW ON firm.* TO asker@localhost",
)

_FIRM = """
[row_filters]
staff = "EXISTS (SELECT 1 FROM teams WHERE teams.name = staff.team)"
"""


@pytest.fixture(scope="module")
def firm() -> Iterator[str]:
    with servers.mariadb() as path:
        with closing(pymysql.connect(unix_socket=path, user="root")) as owner, owner.cursor() as cursor:
            for each in _MARIADB:
                cursor.execute(each)
        yield f"mariadb://asker@localhost/firm?unix_socket={path}"


ON_MARIADB = [
    ("plainly", "SELECT name FROM staff ORDER BY id", (("Ann",), ("Bob",))),
    ("a failing function", "SELECT id FROM staff WHERE EXP(id * 300) > 0 ORDER BY id", ((1,), (2,))),
    (
        "within a CTE of its name",
        "WITH staff AS (SELECT * FROM firm.staff) SELECT count(*) FROM staff",
        ((2,),),
    ),
    ("in a join", "SELECT b.name FROM staff a JOIN staff b ON a.id = b.id - 1", (("Bob",),)),
]


@pytest.mark.parametrize(("sql", "rows"), [row[1:] for row in ON_MARIADB], ids=[row[0] for row in ON_MARIADB])
async def test_a_statement_on_mariadb_meets_only_the_rows_that_may_be_read(
    firm: str, tmp_path_factory: pytest.TempPathFactory, sql: str, rows: tuple[tuple[object, ...], ...]
):
    policy = tmp_path_factory.mktemp("policy") / "policy.toml"
    policy.write_text(_FIRM, encoding="utf-8")
    async with connect(firm, provider=ScriptedProvider(()), ledger="memory:", policy=policy) as agent:
        outcome = await agent.run_sql(sql)
        view = await agent.run_sql("SELECT name FROM everybody")
    assert (outcome.end, outcome.rows) == ("answered", rows), outcome.refusal
    assert view.end == "refused"
