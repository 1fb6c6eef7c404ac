"""Prices a query by DuckDB's own plan."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rejoinder.connectors._duckdb_session import Session
from rejoinder.terms.estimate import Estimate

PREFIX = "EXPLAIN (FORMAT JSON) "
_SIZES = (
    "SELECT database_name || '.' || schema_name || '.' || table_name, estimated_size FROM duckdb_tables() "
    "WHERE NOT internal"
)


def price(session: Session, text: str) -> Estimate:
    """Rows that the scans read and that come out. Raises what the driver raises where the query is refused."""
    told = session.rows(PREFIX + text)
    roots = json.loads(told[0][1])
    sizes: dict[str, int] = dict(session.rows(_SIZES))
    nodes = [node for root in roots for node in _walk(root, 0)]
    scanned = sum(_scanned(node, sizes) for _, node in nodes if not node.get("children"))
    return Estimate(
        rows_read=scanned,
        rows_returned=next((rows for _, node in nodes if (rows := _rows(node)) is not None), None),
        plan="\n".join("  " * depth + _line(node) for depth, node in nodes),
    )


def _walk(node: Mapping[str, Any], depth: int) -> Iterator[tuple[int, Mapping[str, Any]]]:
    yield depth, node
    for child in node.get("children", ()):
        yield from _walk(child, depth + 1)


def _scanned(node: Mapping[str, Any], sizes: Mapping[str, int]) -> int:
    """A scan reads the whole table, however few of its rows pass its filters."""
    table = str(node.get("extra_info", {}).get("Table", ""))
    return sizes.get(table, _rows(node) or 0)


def _rows(node: Mapping[str, Any]) -> int | None:
    told = str(node.get("extra_info", {}).get("Estimated Cardinality", ""))
    return int(told) if told.isdecimal() else None


def _line(node: Mapping[str, Any]) -> str:
    extra = node.get("extra_info", {})
    told = [str(extra[name]) for name in ("Table", "Conditions", "Filters") if extra.get(name)]
    rows = _rows(node)
    return " ".join(
        [str(node.get("name", "")).strip(), *told, *([f"~{rows} rows"] if rows is not None else [])]
    )
