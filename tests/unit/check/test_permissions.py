"""C5: what policy denies or hides and what the role can't read, on names as they were resolved."""

from __future__ import annotations

import dataclasses

import pytest
from tests.unit.check.door import found, knock
from tests.unit.sql.shop import CATALOG

from rejoinder.terms.catalog import Catalog, Table, TableRef
from rejoinder.terms.policy import Access

NO_EMAIL = Access(deny_columns=("customers.email",))
NO_SECRETS = Access(deny_tables=("secrets",))

EMAIL = [
    ("plainly", "SELECT email FROM customers"),
    ("in capitals", "SELECT EMAIL FROM CUSTOMERS"),
    ("in double quotes", 'SELECT "email" FROM customers'),
    ("in brackets", "SELECT [email] FROM customers"),
    ("in backticks", "SELECT `email` FROM customers"),
    ("qualified", "SELECT customers.email FROM customers"),
    ("with the schema", "SELECT main.customers.email FROM main.customers"),
    ("by an alias of its table", "SELECT c.email FROM customers AS c"),
    ("as text beside a dot", "SELECT customers.'email' FROM customers"),
    ("of a table as text beside a dot", "SELECT 'customers'.email FROM customers"),
    ("of a table as text", "SELECT email FROM 'customers'"),
    ("in a condition", "SELECT id FROM customers WHERE email LIKE 'a%'"),
    ("in a join's condition", "SELECT o.id FROM orders o JOIN customers c ON c.email = o.status"),
    ("in GROUP BY", "SELECT count(*) FROM customers GROUP BY email"),
    ("in HAVING", "SELECT region FROM customers GROUP BY region HAVING max(email) > 'a'"),
    ("in ORDER BY", "SELECT id FROM customers ORDER BY email"),
    ("in LIMIT", "SELECT 1 LIMIT (SELECT length(email) FROM customers)"),
    ("in an aggregate", "SELECT count(email) FROM customers"),
    ("in a FILTER", "SELECT count(*) FILTER (WHERE email > 'a') FROM customers"),
    ("in a window", "SELECT sum(id) OVER (PARTITION BY email) FROM customers"),
    ("in a named window", "SELECT sum(id) OVER w FROM customers WINDOW w AS (ORDER BY email)"),
    ("in a cast", "SELECT CAST(email AS TEXT) FROM customers"),
    ("in a CASE", "SELECT CASE WHEN email IS NULL THEN 1 END FROM customers"),
    ("under a collation", "SELECT email COLLATE NOCASE FROM customers"),
    ("in a row value", "SELECT id FROM customers WHERE (id, email) = (1, 'a')"),
    ("in a subquery", "SELECT (SELECT email FROM customers LIMIT 1)"),
    (
        "in a correlated subquery",
        "SELECT id FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.status = c.email)",
    ),
    ("in a list", "SELECT id FROM orders WHERE status IN (SELECT email FROM customers)"),
    ("in a derived table", "SELECT e FROM (SELECT email AS e FROM customers)"),
    ("in a common table expression", "WITH c AS (SELECT email FROM customers) SELECT 1 FROM c"),
    ("in one that nobody reads", "WITH c AS (SELECT email FROM customers) SELECT 1"),
    ("in an arm of a union", "SELECT name FROM products UNION SELECT email FROM customers"),
    ("in VALUES", "VALUES ((SELECT email FROM customers))"),
    ("for a table function", "SELECT j.value FROM customers c, json_each(c.email) j"),
    ("for USING", "SELECT 1 FROM customers JOIN (SELECT 'a' AS email) d USING (email)"),
    ("for USING as text", "SELECT 1 FROM customers JOIN (SELECT 'a' AS email) d USING ('email')"),
    ("for a natural join", "SELECT 1 FROM customers NATURAL JOIN (SELECT 'a' AS email) d"),
    (
        "beside a common table expression of its table's name",
        "WITH customers AS (SELECT 1) SELECT email FROM main.customers",
    ),
    ("where an alias has its name", "SELECT id AS email FROM customers WHERE email > 'a'"),
    ("where text was meant", 'SELECT id FROM customers WHERE name = "email"'),
]

NOT_EMAIL = [
    ("another column", "SELECT name FROM customers"),
    ("a count of all", "SELECT count(*) FROM customers"),
    ("a text of that name", "SELECT id FROM customers WHERE name = 'email'"),
    ("an alias of that name", "SELECT name AS email FROM customers ORDER BY email"),
    (
        "a column of a common table expression",
        "WITH customers AS (SELECT 1 AS email) SELECT email FROM customers",
    ),
    ("a column of a derived table", "SELECT d.email FROM (SELECT name AS email FROM customers) d"),
    (
        "EXISTS over everything",
        "SELECT id FROM orders o WHERE EXISTS (SELECT * FROM customers c WHERE c.id = o.customer_id)",
    ),
    ("everything of another table", "SELECT o.* FROM orders o JOIN customers c ON c.id = o.customer_id"),
]


@pytest.mark.parametrize("sql", [row[1] for row in EMAIL], ids=[row[0] for row in EMAIL])
def test_a_denied_column_is_refused_named(sql: str):
    assert "policy" in found(sql, NO_EMAIL)
    assert "policy" not in found(sql)


@pytest.mark.parametrize("sql", [row[1] for row in NOT_EMAIL], ids=[row[0] for row in NOT_EMAIL])
def test_a_denied_column_leaves_alone(sql: str):
    assert found(sql, NO_EMAIL) == set()


def test_the_finding_stands_where_the_name_does():
    sql = "SELECT c.id, c.email FROM customers AS c"
    (finding,) = knock(sql, NO_EMAIL).findings
    assert finding.span is not None
    assert finding.span.of(sql) == "c.email"
    assert finding.candidates == ()


STARS = [
    ("alone", "SELECT * FROM customers", "*"),
    ("of a table", "SELECT customers.* FROM customers", "customers.*"),
    ("of an alias", "SELECT c.* FROM customers c JOIN orders o ON o.customer_id = c.id", "c.*"),
    ("of all joined tables", "SELECT * FROM orders o JOIN customers c ON o.customer_id = c.id", "*"),
    ("in a derived table", "SELECT d.id FROM (SELECT * FROM customers) d", "*"),
    ("in a common table expression", "WITH d AS (SELECT * FROM customers) SELECT id FROM d", "*"),
    ("in a list", "SELECT id FROM orders WHERE status IN (SELECT * FROM customers)", "*"),
    ("in a union", "SELECT * FROM staff UNION SELECT * FROM customers", "*"),
    (
        "that is a table in the place of a list",
        "SELECT id FROM orders WHERE status IN customers",
        "customers",
    ),
    ("of a table as text", "SELECT 'customers'.* FROM customers", '"customers".*'),
]


@pytest.mark.parametrize(("sql", "written"), [row[1:] for row in STARS], ids=[row[0] for row in STARS])
def test_a_star_over_a_denied_column_is_too_wide(sql: str, written: str):
    (finding,) = knock(sql, NO_EMAIL).findings
    assert finding.defect == "star_too_wide"
    assert finding.subject == written
    assert finding.candidates == ("id", "name", "region", "joined_on")


SECRETS = [
    ("by name", "SELECT id FROM secrets"),
    ("in capitals", "SELECT id FROM SECRETS"),
    ("with the schema", "SELECT id FROM main.secrets"),
    ("in quotes", 'SELECT id FROM "secrets"'),
    ("as text", "SELECT id FROM 'secrets'"),
    ("by its own number", "SELECT secrets.rowid FROM secrets"),
    ("counted", "SELECT count(*) FROM secrets"),
    ("in a join", "SELECT o.id FROM orders o JOIN secrets s ON s.id = o.id"),
    ("in a subquery", "SELECT id FROM orders WHERE id IN (SELECT id FROM secrets)"),
    ("in EXISTS", "SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM secrets s WHERE s.id = o.id)"),
    ("in the place of a list", "SELECT id FROM orders WHERE id IN secrets"),
    ("in a common table expression", "WITH s AS (SELECT id FROM secrets) SELECT 1"),
    ("in one that hides behind its name", "WITH orders AS (SELECT id FROM secrets) SELECT id FROM orders"),
    ("in brackets", "SELECT 1 FROM (orders JOIN secrets ON secrets.id = orders.id)"),
    ("in an arm of a union", "SELECT id FROM orders UNION ALL SELECT id FROM secrets"),
    ("in ORDER BY", "SELECT id FROM orders ORDER BY (SELECT max(id) FROM secrets)"),
    ("through a view", "SELECT id FROM pins"),
    ("through a view on a view", "SELECT id FROM pins_again"),
]


@pytest.mark.parametrize("sql", [row[1] for row in SECRETS], ids=[row[0] for row in SECRETS])
def test_a_denied_table_is_refused_read(sql: str):
    assert found(sql, NO_SECRETS) == {"policy"}
    assert found(sql) == set()


def test_a_view_that_is_allowed_by_its_own_name_may_be_read():
    access = Access(deny_tables=("secrets",), allow_tables=("*", "pins"))
    assert found("SELECT pin FROM pins", access) == set()
    assert found("SELECT pin FROM pins_again", access) == set()
    assert found("SELECT pin FROM secrets", access) == {"policy"}


def test_a_view_of_which_nobody_knows_what_it_reads_is_denied_where_anything_is():
    unclear = dataclasses.replace(CATALOG.by_ref[TableRef("", "spenders")], depends_on=None)
    catalog = _with(unclear)
    assert found("SELECT id FROM spenders", NO_SECRETS, catalog) == {"policy"}
    assert found("SELECT id FROM spenders", None, catalog) == set()


HIDDEN = Access(hide_tables=("secrets",), hide_columns=("customers.email", "*.region"))

ALIKE = [
    ("a table", "SELECT pin FROM secrets", "SELECT pin FROM secretz"),
    ("a table with the schema", "SELECT pin FROM main.secrets", "SELECT pin FROM main.secretz"),
    (
        "a table in the place of a list",
        "SELECT 1 FROM orders WHERE id IN secrets",
        "SELECT 1 FROM orders WHERE id IN secretz",
    ),
    ("a column", "SELECT email FROM customers", "SELECT emalz FROM customers"),
    ("a qualified column", "SELECT c.email FROM customers c", "SELECT c.emalz FROM customers c"),
    (
        "a column that several tables have",
        "SELECT region FROM customers c JOIN orders o ON o.customer_id = c.id",
        "SELECT regioz FROM customers c JOIN orders o ON o.customer_id = c.id",
    ),
    (
        "a column of USING",
        "SELECT 1 FROM customers JOIN orders USING (region)",
        "SELECT 1 FROM customers JOIN orders USING (regioz)",
    ),
    (
        "a column of ORDER BY",
        "SELECT id FROM customers ORDER BY email",
        "SELECT id FROM customers ORDER BY emalz",
    ),
    (
        "a column through a star",
        "SELECT d.email FROM (SELECT id, email FROM customers) d",
        "SELECT d.emalz FROM (SELECT id, emalz FROM customers) d",
    ),
]


@pytest.mark.parametrize(("hidden", "unknown"), [row[1:] for row in ALIKE], ids=[row[0] for row in ALIKE])
def test_what_is_hidden_can_not_be_told_from_what_does_not_exist(hidden: str, unknown: str):
    words = {"secretz": "secrets", "emalz": "email", "regioz": "region"}

    def told(sql: str) -> list[tuple[str, str, str, tuple[str, ...]]]:
        findings = knock(sql, HIDDEN).findings
        assert findings
        return [
            (f.defect, _reworded(f.message, words), _reworded(f.subject, words), f.candidates)
            for f in findings
        ]

    assert told(hidden) == told(unknown)


def test_no_candidate_is_a_hidden_or_denied_name():
    access = Access(
        deny_columns=("customers.email",), hide_columns=("customers.region",), deny_tables=("secrets",)
    )
    for sql in ("SELECT emai FROM customers", "SELECT regio FROM customers", "SELECT id FROM secret"):
        for finding in knock(sql, access).findings:
            assert not {"email", "customers.email", "region", "customers.region", "secrets"} & set(
                finding.candidates
            )


def test_a_hidden_table_gives_its_name_free_for_a_common_table_expression():
    assert found("WITH secrets AS (SELECT 1 AS id) SELECT id FROM secrets", HIDDEN) == set()


def test_a_natural_join_that_compares_a_hidden_column_is_refused():
    assert "policy" in found("SELECT 1 FROM customers NATURAL JOIN orders", HIDDEN)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT title FROM notes WHERE notes MATCH 'pin'",
        "SELECT notes FROM notes",
        "SELECT snippet(notes, 1, '', '', '', 9) FROM notes",
    ],
)
def test_the_whole_row_of_a_virtual_table_takes_in_its_denied_column(sql: str):
    assert "policy" in found(sql, Access(deny_columns=("notes.body",)))
    assert found(sql) == set()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT rowid FROM orders",
        "SELECT _rowid_ FROM orders",
        "SELECT oid FROM orders",
        "SELECT o.rowid FROM orders o",
    ],
)
def test_the_number_of_a_row_is_its_key_by_another_name(sql: str):
    assert found(sql, Access(deny_columns=("orders.id",))) == {"policy"}
    assert found(sql) == set()


@pytest.mark.parametrize("word", ["true", "TRUE", "current_user", "words.true", '"order"', "[delete]"])
def test_a_word_of_the_grammar_that_is_a_column_is_that_column(word: str):
    access = Access(allow_columns=("words.id",))
    assert found(f"SELECT {word} FROM words", access) == {"policy"}
    assert found(f"SELECT {word} FROM words") == set()


SYSTEM = [
    "SELECT sql FROM sqlite_master",
    "SELECT sql FROM SQLITE_SCHEMA",
    'SELECT sql FROM main."sqlite_master"',
    "SELECT * FROM sqlite_temp_master",
    "SELECT * FROM sqlite_sequence",
    "SELECT * FROM sqlite_stat1",
    "SELECT * FROM pragma_database_list",
    "SELECT * FROM dbstat",
    "SELECT id FROM orders WHERE status IN (SELECT name FROM sqlite_master)",
]


@pytest.mark.parametrize("sql", SYSTEM)
def test_system_tables_are_no_user_tables(sql: str):
    assert found(sql) == {"policy"}


def test_a_policy_that_names_a_system_table_lets_it_be_read():
    sql = "SELECT name FROM sqlite_master"
    assert found(sql, Access(allow_tables=("*", "sqlite_master"))) == set()
    assert found(sql, Access(allow_tables=("*",))) == {"policy"}


def test_what_the_role_can_not_read_is_refused_before_the_database_is_asked():
    customers = CATALOG.by_ref[TableRef("", "customers")]
    columns = tuple(dataclasses.replace(c, readable=c.name != "email") for c in customers.columns)
    catalog = _with(dataclasses.replace(customers, columns=columns))
    assert found("SELECT email FROM customers", catalog=catalog) == {"not_readable"}
    assert found("SELECT * FROM customers", catalog=catalog) == {"star_too_wide"}
    assert found("SELECT name FROM customers", catalog=catalog) == set()
    whole = _with(dataclasses.replace(customers, readable=False))
    assert found("SELECT name FROM customers", catalog=whole) == {"not_readable"}


def test_allowing_some_tables_denies_the_others():
    access = Access(allow_tables=("orders", "item?"))
    assert found("SELECT o.id FROM orders o JOIN items i ON i.order_id = o.id", access) == set()
    assert found("SELECT id FROM products", access) == {"policy"}


def _with(changed: Table) -> Catalog:
    tables = tuple(changed if table.ref == changed.ref else table for table in CATALOG.tables)
    return dataclasses.replace(CATALOG, tables=tables)


def _reworded(text: str, words: dict[str, str]) -> str:
    for one, other in words.items():
        text = text.replace(one, other)
    return text
