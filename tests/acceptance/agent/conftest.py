"""A small database, and agents on it whose model says what a test tells it to say."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rejoinder import Agent, connect
from rejoinder.testing import ScriptedProvider

SCHEMA = """
CREATE TABLE country (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE city (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    country_id INTEGER NOT NULL REFERENCES country (id),
    population INTEGER
);
CREATE TABLE salary (id INTEGER PRIMARY KEY, city_id INTEGER REFERENCES city (id), amount INTEGER);
INSERT INTO country VALUES (1, 'Scotland'), (2, 'Ireland');
INSERT INTO city VALUES (1, 'Ayr', 1, 46), (2, 'Perth', 1, 47), (3, 'Cork', 2, 222), (4, 'Nowhere', 2, NULL);
INSERT INTO salary VALUES (1, 1, 1000);
"""

Asking = Callable[..., tuple[Agent, ScriptedProvider]]


@pytest.fixture
def towns(tmp_path: Path) -> Path:
    """A SQLite file of cities and countries."""
    file = tmp_path / "towns.db"
    with sqlite3.connect(file) as database:
        database.executescript(SCHEMA)
    database.close()
    return file


@pytest.fixture
def asking(towns: Path) -> Asking:
    """Makes an agent whose model says `script`, and that model."""

    def make(*script: Any, **options: Any) -> tuple[Agent, ScriptedProvider]:
        provider = ScriptedProvider(script)
        return connect(str(towns), provider=provider, **{"ledger": "memory:", **options}), provider

    return make
