"""Drafts of every shape over the shop, some of them wrong, for laws that hold of all drafts."""

from __future__ import annotations

from hypothesis import strategies as st

Texts = st.SearchStrategy[str]


def larger_terms(terms: Texts) -> Texts:
    return st.one_of(
        st.builds("({} + {})".format, terms, terms),
        st.builds("CASE WHEN {} > 1 THEN {} ELSE {} END".format, terms, terms, terms),
        st.builds("coalesce({}, {})".format, terms, terms),
        st.builds("CAST({} AS TEXT)".format, terms),
        st.builds("(SELECT max(i.price) FROM items i WHERE i.order_id = {})".format, terms),
        st.builds("sum({}) OVER (PARTITION BY {} ORDER BY {})".format, terms, terms, terms),
        st.builds("{} COLLATE NOCASE".format, terms),
        st.builds("json_extract({}, '$.a')".format, terms),
    )


SMALL = st.sampled_from(
    ["o.id", "total", "c.name", "region", "'a'", "3", "NULL", "nope", "o.nope", "true", '"x y"', "'o'.'id'"]
)
TERMS = st.recursive(SMALL, larger_terms, max_leaves=4)
CONDITIONS = st.one_of(
    st.builds("{} = {}".format, TERMS, TERMS),
    st.builds("{} BETWEEN {} AND {}".format, TERMS, SMALL, SMALL),
    st.builds("{} IN ({}, {})".format, SMALL, TERMS, SMALL),
    st.builds("{} IN (SELECT id FROM staff WHERE name = {})".format, SMALL, TERMS),
    st.builds("{} NOT IN staff".format, SMALL),
    st.builds("EXISTS (SELECT * FROM staff s WHERE s.id = {})".format, TERMS),
    st.builds("NOT ({} LIKE {} AND {} IS NOT NULL)".format, SMALL, SMALL, TERMS),
)
SOURCES = st.one_of(
    st.just("orders o JOIN customers c ON c.id = o.customer_id"),
    st.builds("orders o JOIN customers c USING (region) LEFT JOIN staff ON {}".format, CONDITIONS),
    st.builds("orders o, (SELECT {} AS x FROM customers) c".format, TERMS),
    st.builds("(orders o JOIN customers c ON {}), json_each({}) j".format, CONDITIONS, SMALL),
    st.just("'orders' o NATURAL JOIN main.customers c"),
)
SELECTS = st.one_of(
    st.builds("SELECT {} AS a, {} FROM {} WHERE {}".format, TERMS, SMALL, SOURCES, CONDITIONS),
    st.builds("SELECT o.*, {} FROM {} GROUP BY {} HAVING {}".format, SMALL, SOURCES, TERMS, CONDITIONS),
    st.builds("SELECT {} FROM {} ORDER BY {} LIMIT {}".format, SMALL, SOURCES, TERMS, SMALL),
)
QUERIES = st.one_of(
    SELECTS,
    st.builds("WITH w AS ({}) SELECT a FROM w WHERE {}".format, SELECTS, CONDITIONS),
    st.builds("SELECT * FROM ({}) d UNION SELECT {} ORDER BY {}".format, SELECTS, TERMS, SMALL),
    st.builds("SELECT 1 UNION SELECT 2 EXCEPT {}".format, SELECTS),
    st.builds("VALUES ({}, ({}))".format, SMALL, SELECTS),
)
