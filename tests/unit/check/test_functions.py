"""C3: functions by what calling them does, wherever they stand."""

from __future__ import annotations

import dataclasses

import pytest
from tests.unit.check.door import found, knock
from tests.unit.sql.shop import CATALOG

from rejoinder.terms.catalog import Function
from rejoinder.terms.policy import Access

PLACES = [
    ("the select list", "SELECT {} FROM orders"),
    ("inside another call", "SELECT upper({}) FROM orders"),
    ("inside an aggregate", "SELECT max({}) FROM orders"),
    ("a condition", "SELECT id FROM orders WHERE status = {}"),
    ("a join's condition", "SELECT o.id FROM orders o JOIN items i ON i.order_id = o.id AND {} IS NULL"),
    ("GROUP BY", "SELECT count(*) FROM orders GROUP BY {}"),
    ("HAVING", "SELECT count(*) FROM orders GROUP BY id HAVING {} = 1"),
    ("ORDER BY", "SELECT id FROM orders ORDER BY {}"),
    ("LIMIT", "SELECT id FROM orders LIMIT {}"),
    ("OFFSET", "SELECT id FROM orders LIMIT 1 OFFSET {}"),
    ("a FILTER", "SELECT count(*) FILTER (WHERE {} IS NULL) FROM orders"),
    ("a window", "SELECT sum(total) OVER (PARTITION BY {}) FROM orders"),
    ("a named window", "SELECT sum(total) OVER w FROM orders WINDOW w AS (ORDER BY {})"),
    ("a cast", "SELECT CAST({} AS TEXT) FROM orders"),
    ("a CASE", "SELECT CASE WHEN {} = 1 THEN 1 END FROM orders"),
    ("a list", "SELECT id FROM orders WHERE status IN ('a', {})"),
    ("BETWEEN", "SELECT id FROM orders WHERE status BETWEEN {} AND 'z'"),
    ("a subquery", "SELECT id FROM orders WHERE id = (SELECT {})"),
    ("a common table expression that nobody reads", "WITH x AS (SELECT {}) SELECT 1"),
    ("VALUES", "VALUES (1, {})"),
    ("the argument of a table function", "SELECT value FROM json_each({})"),
    ("an arm of a union", "SELECT 1 UNION SELECT {}"),
    ("ORDER BY of a union", "SELECT 1 AS a UNION SELECT 2 ORDER BY {}"),
]

SPELLINGS = [
    ("plainly", "readfile('a')"),
    ("in capitals", "READFILE('a')"),
    ("with a space before the bracket", "readfile ('a')"),
    ("with a comment before the bracket", "readfile/* of course */('a')"),
    ("over two lines", "readfile\n('a')"),
    ("in double quotes", "\"readfile\"('a')"),
    ("in brackets", "[readfile]('a')"),
    ("in backticks", "`ReadFile`('a')"),
]

EFFECTS = [
    ("readfile('a')", "forbidden_function"),
    ("writefile('a', 'b')", "forbidden_function"),
    ("load_extension('a')", "forbidden_function"),
    ("edit('a')", "forbidden_function"),
    ("fts3_tokenizer('simple')", "forbidden_function"),
    ("eval('DROP TABLE orders')", "forbidden_function"),
    ("sqlite_compileoption_get(1)", "forbidden_function"),
    ("sqlite_offset(id)", "forbidden_function"),
    ("nobody_knows(1)", "unknown_function"),
    ("pg_sleep(9)", "unknown_function"),
    ("YEAR(placed_on)", "unknown_function"),
]

TABLES = [
    ("pragma_table_info('orders')", "forbidden_function"),
    ("pragma_nobody_knows('orders')", "forbidden_function"),
    ("fsdir('.')", "forbidden_function"),
    ("zipfile('a.zip')", "forbidden_function"),
    ("generate_series(1, 9)", "unknown_function"),
]

ORDINARY = """
    abs(total)|round(total, 2)|coalesce(status, '')|ifnull(status, '')|nullif(total, 0)|iif(total > 1, 'a', 'b')
    |upper(status)|lower(status)|trim(status)|substr(status, 1, 3)|substring(status, 2)|length(status)
    |instr(status, 'a')|replace(status, 'a', 'b')|printf('%d', id)|format('%d', id)|hex(status)|quote(status)
    |date(placed_on, 'start of month')|strftime('%Y-%m', placed_on)|julianday('now')|unixepoch(placed_on)
    |datetime('now')|current_date|current_timestamp|typeof(total)|count(*)|count(DISTINCT status)|sum(total)|avg(total)
    |min(total)|max(total)|total(total)|group_concat(status, ', ')|string_agg(status, ', ')|row_number() OVER ()
    |lag(total, 1) OVER (ORDER BY id)|ntile(4) OVER (ORDER BY total)|percent_rank() OVER (ORDER BY total)
    |json_extract(status, '$.a')|json_group_array(id)|random()|sqrt(total)|power(total, 2)|ceil(total)|mod(id, 2)
    |like('a%', status)|glob('a*', status)|CAST(total AS DECIMAL(10, 2))|total + (id)|char(65)|unicode(status)
"""


@pytest.mark.parametrize("template", [row[1] for row in PLACES], ids=[row[0] for row in PLACES])
def test_no_place_hides_a_call_in(template: str):
    assert "forbidden_function" in found(template.format("readfile('a')"))
    assert found(template.format("lower('a')")) == set()


@pytest.mark.parametrize("call", [row[1] for row in SPELLINGS], ids=[row[0] for row in SPELLINGS])
def test_no_spelling_hides_a_call_written(call: str):
    (finding,) = knock(f"SELECT {call} FROM orders").findings
    assert finding.defect == "forbidden_function"
    assert finding.subject.lower() == "readfile"


@pytest.mark.parametrize(("call", "defect"), EFFECTS)
def test_a_call_is_refused_for_what_it_does(call: str, defect: str):
    assert found(f"SELECT {call} FROM orders") == {defect}


@pytest.mark.parametrize(("call", "defect"), TABLES)
def test_a_table_function_is_refused_for_what_it_does(call: str, defect: str):
    assert defect in found(f"SELECT 1 FROM {call}")


@pytest.mark.parametrize("call", [call.strip() for call in ORDINARY.split("|")])
def test_the_ordinary_vocabulary_passes(call: str):
    assert found(f"SELECT {call} FROM orders") == set()


def test_a_name_in_the_text_is_no_call():
    assert found("SELECT id FROM orders WHERE status = 'readfile(''a'')' -- load_extension('x')") == set()


def test_a_list_of_columns_after_a_name_is_no_call():
    assert found("WITH readfile(a, b) AS (SELECT 1, 2) SELECT a FROM readfile") == set()
    assert found("SELECT id FROM orders WHERE (id, total) IN (SELECT 1, 2) AND NOT (id = 3)") == set()


def test_an_unknown_function_comes_with_what_there_is_instead():
    (finding,) = knock("SELECT YEAR(placed_on) FROM orders").findings
    assert "strftime" in finding.message
    (finding,) = knock("SELECT groupconcat(status) FROM orders").findings
    assert finding.candidates[0] == "group_concat"


def test_an_operator_that_needs_a_function_is_judged_by_it():
    assert found("SELECT id FROM orders WHERE status REGEXP '^a'") == {"unknown_function"}


def test_a_user_function_is_allowed_where_the_catalog_says_that_it_is_pure():
    functions = (Function(name="pure_one", pure=True), Function(name="Other_One", pure=False))
    catalog = dataclasses.replace(CATALOG, functions=functions)
    assert found("SELECT pure_one(id) FROM orders", catalog=catalog) == set()
    assert found("SELECT other_one(id) FROM orders", catalog=catalog) == {"forbidden_function"}


def test_of_several_functions_of_one_name_the_harmful_one_counts():
    functions = (Function(name="twice", pure=True), Function(name="twice", pure=False))
    catalog = dataclasses.replace(CATALOG, functions=functions)
    assert found("SELECT twice(id) FROM orders", catalog=catalog) == {"forbidden_function"}


def test_a_policy_denies_functions_but_never_lifts_what_is_forbidden():
    assert found("SELECT upper(status) FROM orders", Access(deny_functions=("UPPER",))) == {"policy"}
    assert found("SELECT readfile('a')", Access(allow_functions=("readfile",))) == {"forbidden_function"}
    catalog = dataclasses.replace(CATALOG, functions=(Function(name="pure_one", pure=True),))
    only_others = Access(allow_functions=("x_*",))
    assert found("SELECT pure_one(id) FROM orders", only_others, catalog) == {"policy"}
    assert found("SELECT upper(status) FROM orders", only_others, catalog) == set()
