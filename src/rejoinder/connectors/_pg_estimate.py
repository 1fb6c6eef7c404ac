"""Prices a query by PostgreSQL's own planner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rejoinder.connectors._pg_session import Session
from rejoinder.terms.estimate import Estimate

PREFIX = "EXPLAIN (FORMAT JSON, VERBOSE) "
_SIZES = """
SELECT n.nspname, c.relname, greatest(c.reltuples, 0)::bigint
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'm', 'f') AND c.relname = ANY(%s)
"""
_WHOLE = frozenset({"Seq Scan", "Parallel Seq Scan"})


def price(session: Session, text: str) -> Estimate:
    """Rows that the scans read and that come out, and the planner's cost. Raises what the driver raises."""
    import json

    with session.stream(PREFIX + text) as (_, rows):
        told = next(rows)[0]
        for _ in rows:
            pass
    root = (json.loads(told) if isinstance(told, str) else told)[0]["Plan"]
    nodes = list(_walk(root, 0, 1))
    names = sorted({str(node["Relation Name"]) for _, _, node in nodes if "Relation Name" in node})
    sizes = {(row[0], row[1]): row[2] for row in session.rows(_SIZES, (names,))} if names else {}
    return Estimate(
        rows_read=sum(times * _scanned(node, sizes) for _, times, node in nodes),
        rows_returned=int(root["Plan Rows"]),
        cost=float(root["Total Cost"]),
        plan="\n".join("  " * depth + _line(node) for depth, _, node in nodes),
    )


def _walk(node: Mapping[str, Any], depth: int, times: int) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
    """Each node with its depth and how often it is started: the inner side of a loop for each row of the outer."""
    yield depth, times, node
    inside = node.get("Plans", ())
    outer = int(inside[0]["Plan Rows"]) if inside and node["Node Type"] == "Nested Loop" else 1
    for at, child in enumerate(inside):
        yield from _walk(child, depth + 1, times * max(outer, 1) if at else times)


def _scanned(node: Mapping[str, Any], sizes: Mapping[tuple[str, str], int]) -> int:
    """A scan of a whole table reads all its rows, however few of them pass its filter."""
    if "Relation Name" not in node:
        return 0
    rows = int(node["Plan Rows"])
    if node["Node Type"] in _WHOLE:
        return max(rows, sizes.get((str(node.get("Schema", "")), str(node["Relation Name"])), 0))
    return rows


def _line(node: Mapping[str, Any]) -> str:
    told = [
        str(node[name]) for name in ("Relation Name", "Index Name", "Index Cond", "Filter") if name in node
    ]
    return " ".join([str(node["Node Type"]), *told, f"~{node['Plan Rows']} rows"])
