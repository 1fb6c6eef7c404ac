"""The program with a small database of its own."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from tests.acceptance.cli.program import Program, environment


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Customers in two regions, and their orders."""
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as database:
        database.executescript(
            """
            CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, region TEXT NOT NULL);
            CREATE TABLE orders (
                id INTEGER PRIMARY KEY,
                customer_id INTEGER NOT NULL REFERENCES customers (id),
                placed_on DATE NOT NULL,
                total DECIMAL NOT NULL
            );
            INSERT INTO customers VALUES (1, 'Ann', 'North'), (2, 'Bo', 'South'), (3, '=cmd()', 'South');
            INSERT INTO orders VALUES (1, 1, '2024-01-05', 10.5), (2, 2, '2024-02-01', 20), (3, 2, '2025-03-01', 5);
            """
        )
    return path


@pytest.fixture
def rejoinder(tmp_path: Path, shop: Path) -> Program:
    """The program; its database is the shop unless another is named."""
    return Program(tmp_path, environment(tmp_path, REJOINDER_DB=str(shop)))
