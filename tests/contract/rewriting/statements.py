"""Statements that read filtered tables, in every place where a table can stand."""

from __future__ import annotations

EVERYWHERE = {
    "a table alone": "SELECT id, amount FROM orders ORDER BY id",
    "every column": "SELECT * FROM orders ORDER BY 1",
    "the columns of one of two": "SELECT o.*, c.name FROM orders o JOIN customers c ON c.id ="
    " o.customer_id ORDER BY 1",
    "an alias": "SELECT o.id FROM orders AS o WHERE o.amount > 5 ORDER BY o.id",
    "a count": "SELECT COUNT(*) AS n, SUM(amount) AS total FROM orders",
    "a count of another table's matches": "SELECT c.name, COUNT(o.id) AS n FROM customers c"
    " LEFT JOIN orders o"
    " ON o.customer_id = c.id GROUP BY c.name ORDER BY c.name",
    "a table joined to itself": "SELECT a.id AS x, b.id AS y FROM orders a JOIN orders b ON"
    " a.customer_id = b.customer_id"
    " AND a.id < b.id ORDER BY 1, 2",
    "a comma": "SELECT o.id FROM customers, orders o WHERE customers.id = o.customer_id ORDER BY 1",
    "a table that isn't filtered joined to one that is": "SELECT i.dish, o.amount FROM items i JOIN orders o"
    " ON o.id = i.order_id ORDER BY 1, 2",
    "the outer side": "SELECT i.dish, o.id FROM items i LEFT JOIN orders o ON o.id = i.order_id"
    " ORDER BY 1, 2",
    "USING": "SELECT order_id, dish FROM items JOIN (SELECT id AS order_id FROM orders) AS t"
    " USING (order_id) ORDER BY 1, 2",
    "a query in FROM": "SELECT t.id FROM (SELECT id FROM orders WHERE amount > 5) AS t ORDER BY 1",
    "a query in IN": "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders) ORDER BY 1",
    "a query in NOT IN": "SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM"
    " orders) ORDER BY 1",
    "a query in EXISTS that looks out": "SELECT name FROM customers c WHERE EXISTS"
    " (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.amount > 15) ORDER BY 1",
    "a query as a value": "SELECT id, (SELECT MAX(amount) FROM orders o WHERE o.customer_id ="
    " customers.id) AS most"
    " FROM customers ORDER BY id",
    "a query in HAVING": "SELECT customer_id FROM orders GROUP BY customer_id"
    " HAVING COUNT(*) >= (SELECT COUNT(*) FROM orders) / 4.0 ORDER BY 1",
    "a query in ORDER BY": "SELECT id FROM customers ORDER BY (SELECT COUNT(*) FROM orders"
    " WHERE customer_id = customers.id), id",
    "a query in CASE": "SELECT CASE WHEN 7 IN (SELECT id FROM orders) THEN 'seen' ELSE 'hidden' END AS it",
    "a union": "SELECT id FROM orders UNION SELECT id FROM customers ORDER BY 1",
    "a union of all": "SELECT region FROM orders UNION ALL SELECT city FROM customers ORDER BY 1",
    "an intersection": "SELECT customer_id FROM orders INTERSECT SELECT id FROM customers ORDER BY 1",
    "a difference": "SELECT id FROM customers EXCEPT SELECT customer_id FROM orders ORDER BY 1",
    "a common table expression": "WITH big AS (SELECT id, amount FROM orders WHERE amount >="
    " 20) SELECT * FROM big ORDER BY 1",
    "one that has the table's own name": "WITH orders AS (SELECT id FROM customers) SELECT id"
    " FROM orders ORDER BY id",
    "one of the name of the table that it reads": "WITH o AS (SELECT * FROM orders), orders2 AS"
    " (SELECT id FROM o)"
    " SELECT id FROM orders2 ORDER BY 1",
    "one inside a query": "SELECT id FROM (WITH c AS (SELECT id FROM orders) SELECT id FROM c)"
    " AS t ORDER BY 1",
    "a recursive one": "WITH RECURSIVE up AS (SELECT id FROM orders WHERE id = 1 UNION"
    " SELECT o.id FROM orders o JOIN up ON o.id = up.id + 1) SELECT id FROM up ORDER BY id",
    "a window": "SELECT id, SUM(amount) OVER (PARTITION BY customer_id ORDER BY id) AS so_far"
    " FROM orders ORDER BY id",
    "the key's group": "SELECT o.id, o.amount, COUNT(*) AS n FROM orders o JOIN items i ON i.order_id = o.id"
    " GROUP BY o.id, o.amount ORDER BY o.id",
    "a group by place": "SELECT region, COUNT(*) AS n FROM orders GROUP BY 1 ORDER BY 1",
    "DISTINCT": "SELECT DISTINCT region FROM orders",
    "a limit": "SELECT id FROM orders ORDER BY id DESC LIMIT 2",
    "an alias that is the table's name": "SELECT orders.id FROM customers AS orders ORDER BY 1",
    "two filtered tables, one filter reading a third": "SELECT c.name, o.id FROM customers c, orders o"
    " WHERE o.customer_id = c.id ORDER BY 2",
    "brackets round a join": "SELECT c.id FROM (customers c JOIN orders o ON o.customer_id ="
    " c.id) ORDER BY o.id",
    "no alias on a column that is reckoned": "SELECT amount + 1 FROM orders ORDER BY id",
    "comments": "SELECT /* orders */ id FROM orders -- region = 'US'\nWHERE id > 1 ORDER BY id",
}
OF = {
    "SQLite": {
        "the table's own schema": "SELECT main.orders.id FROM main.orders ORDER BY main.orders.id",
        "NATURAL JOIN": "SELECT name FROM customers NATURAL JOIN (SELECT id FROM orders) ORDER BY 1",
        "a double-quoted name": 'SELECT "id" FROM "orders" ORDER BY "id"',
    },
    "DuckDB": {
        "the table's own schema": "SELECT main.orders.id FROM main.orders ORDER BY main.orders.id",
        "FROM first": "FROM orders SELECT id ORDER BY id",
        "renamed columns": "SELECT a FROM orders AS t(a, b) ORDER BY a",
        "a lateral query": "SELECT c.name, t.id FROM customers c, LATERAL (SELECT id FROM orders o"
        " WHERE o.customer_id = c.id) AS t ORDER BY 2",
        "every column but one": "SELECT * EXCLUDE (code) FROM orders ORDER BY 1",
        "QUALIFY": "SELECT id FROM orders QUALIFY row_number() OVER (PARTITION BY customer_id"
        " ORDER BY id DESC) = 1 ORDER BY 1",
        "FULL JOIN": "SELECT c.id AS c, o.id AS o FROM customers c FULL JOIN orders o ON"
        " o.customer_id = c.id ORDER BY 1, 2",
        "ALL": "SELECT id FROM orders WHERE amount >= ALL (SELECT amount FROM orders WHERE"
        " amount IS NOT NULL)",
    },
    "PostgreSQL": {
        "the table's own schema": "SELECT public.orders.id FROM public.orders ORDER BY public.orders.id",
        "ONLY": "SELECT id FROM ONLY orders ORDER BY id",
        "a table whole": "TABLE orders ORDER BY id",
        "a row as a text": "SELECT CAST(o AS text) AS t FROM orders o ORDER BY o.id",
        "a row as JSON": "SELECT row_to_json(o) AS j FROM orders o ORDER BY o.id",
        "renamed columns": "SELECT a FROM orders AS t(a, b) ORDER BY a",
        "a lateral query": "SELECT c.name, t.id FROM customers c CROSS JOIN LATERAL (SELECT id FROM orders o"
        " WHERE o.customer_id = c.id LIMIT 1) AS t ORDER BY 2",
        "DISTINCT ON": "SELECT DISTINCT ON (customer_id) customer_id, id FROM orders ORDER BY"
        " customer_id, id DESC",
        "the key determines the rest": "SELECT id, amount, COUNT(*) AS n FROM orders GROUP BY id ORDER BY id",
        "FILTER": "SELECT COUNT(*) FILTER (WHERE amount > 15) AS n FROM orders",
        "FULL JOIN": "SELECT c.id AS c, o.id AS o FROM customers c FULL JOIN orders o ON"
        " o.customer_id = c.id ORDER BY 1, 2",
        "an array of a query": "SELECT ARRAY(SELECT id FROM orders ORDER BY id) AS a",
        "GROUPING SETS": "SELECT region, customer_id, COUNT(*) AS n FROM orders GROUP BY"
        " GROUPING SETS ((region), (customer_id))"
        " ORDER BY 1, 2",
        "a common table expression that is kept": "WITH o AS MATERIALIZED (SELECT id FROM"
        " orders) SELECT id FROM o ORDER BY 1",
    },
    "MariaDB": {
        "the database's own name": "SELECT id FROM orders WHERE orders.id > 0 ORDER BY orders.id",
        "backticks": "SELECT `id` FROM `orders` ORDER BY `id`",
        "STRAIGHT_JOIN": "SELECT o.id FROM customers c STRAIGHT_JOIN orders o ON o.customer_id"
        " = c.id ORDER BY 1",
        "the key determines the rest": "SELECT id, amount, COUNT(*) AS n FROM orders GROUP BY id ORDER BY id",
    },
}
REFUSED = {
    "a view of a filtered table": "SELECT id FROM big_orders",
    "a view in a query inside": "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM big_orders)",
}
REFUSED_BY = {
    "SQLite": {
        "a row's number": "SELECT rowid FROM orders",
        "a row's number in a condition": "SELECT name FROM customers WHERE customers.rowid = 4",
    },
    "DuckDB": {"a row's number": "SELECT rowid FROM orders"},
    "PostgreSQL": {
        "a row's place": "SELECT ctid FROM orders",
        "the table that a row is in": "SELECT tableoid FROM orders",
        "how big the table is": "SELECT pg_relation_size('orders')",
    },
    "MariaDB": {},
}
LEAKS = {
    "SQLite": [
        "SELECT id FROM orders WHERE json_extract(code, '$') = 7",
        "SELECT json(code) FROM orders WHERE amount > 100",
        "SELECT o.id FROM orders o JOIN items i ON i.order_id = o.id AND json_valid(json(o.code)) ORDER BY 1",
    ],
    "DuckDB": [
        "SELECT id FROM orders WHERE CAST(code AS INTEGER) = 7",
        "SELECT id FROM orders WHERE amount * 40000000 > 1 ORDER BY id",
        "SELECT o.id FROM orders o JOIN items i ON CAST(o.code AS INTEGER) = i.quantity ORDER BY 1",
    ],
    "PostgreSQL": [
        "SELECT id FROM orders WHERE CAST(code AS integer) = 7",
        "SELECT id FROM orders WHERE 1 / (amount - 1000000) = 0 ORDER BY id",
        "SELECT o.id FROM orders o JOIN items i ON CAST(o.code AS integer) = i.quantity ORDER BY 1",
        "SELECT id FROM orders WHERE customer_id IN (SELECT CAST(code AS integer) FROM orders) ORDER BY 1",
        "SELECT MAX(CAST(code AS integer)) AS most FROM orders",
    ],
    "MariaDB": [
        "SELECT id FROM orders WHERE exp(amount) > 1 ORDER BY id",
        "SELECT o.id FROM orders o JOIN items i ON exp(o.amount) > i.quantity AND i.order_id ="
        " o.id ORDER BY 1",
    ],
}
"""Statements that fail on a hidden row, where anything of them is evaluated on it."""
FAILING = {
    "SQLite": "SELECT json(region) FROM orders",
    "DuckDB": "SELECT CAST(region AS INTEGER) FROM orders",
    "PostgreSQL": "SELECT CAST(region AS integer) FROM orders",
    "MariaDB": "SELECT exp(amount * 100) FROM orders",
}
"""Statements that fail on a visible row; where the engine quotes a value, it is none that they name."""
