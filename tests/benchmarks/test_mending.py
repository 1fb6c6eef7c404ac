"""What the benchmark of repairs counts: on a corpus of five statements, each with another end."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.benchmarks import mending
from tests.benchmarks.mending import Bench, Fault

STATEMENTS = [
    ("equal", "SELECT a.city FROM animals a JOIN owners o ON o.id = a.owner ORDER BY a.id"),
    (
        "differs",
        "SELECT a.name FROM animals a, owners o WHERE a.owner = o.id AND o.id = 1 AND a.city = 'x'",
    ),
    ("refused", "SELECT colour FROM animals"),
    ("refused", "I can't answer that."),
    ("equal", "```sql\nSELECT o.city FROM animal a JOIN owners o ON o.id = a.owner ORDER BY a.id\n```"),
]
GOLD = "SELECT o.city FROM animals a JOIN owners o ON o.id = a.owner ORDER BY a.id"


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    """A corpus of the shape that /shared has."""
    with sqlite3.connect(tmp_path / "clinic.sqlite") as database:
        database.executescript(
            """
            CREATE TABLE owners (id INTEGER PRIMARY KEY, city TEXT);
            CREATE TABLE animals (id INTEGER PRIMARY KEY, name TEXT, owner INTEGER REFERENCES owners);
            INSERT INTO owners VALUES (1, 'Graz'), (2, 'Linz');
            INSERT INTO animals VALUES (1, 'Tom', 2), (2, 'Ada', 1);
            """
        )
    database.close()
    (tmp_path / "databases.tsv").write_text(
        "corpus\tdb\tdialect\tpath\tdata\n"
        "pets\tclinic\tsqlite\tclinic.sqlite\tfull\n"
        "pets\tbare\tsqlite\tbare.sqlite\tschema-only\n"
    )
    (tmp_path / "errors").mkdir()
    rows = [{"db": "clinic", "sql": sql, "kind": "schema shown"} for _, sql in STATEMENTS]
    rows.append({"db": "clinic", "sql": "SELECT 1", "kind": "blind"})
    rows.append({"db": "bare", "sql": "SELECT 1", "kind": "schema shown"})
    with gzip.open(tmp_path / "errors" / "pets.jsonl.gz", "wt") as lines:
        for row in rows:
            told = row | {"dialect": "sqlite", "error_class": "any", "question": None, "gold_sql": GOLD}
            lines.write(json.dumps(told) + "\n")
    return tmp_path


@pytest.fixture
def bench(corpora: Path) -> Iterator[Bench]:
    made = Bench(path=corpora / "clinic.sqlite")
    yield made
    made.connector.close()


def found(corpora: Path) -> list[Fault]:
    return list(mending.faults(corpora))


def test_only_statements_whose_author_saw_the_schema_of_a_database_with_rows_count(corpora: Path):
    assert [fault.sql for fault in found(corpora)] == [sql for _, sql in STATEMENTS]


def test_a_statement_ends_equal_differing_or_refused(corpora: Path, bench: Bench):
    made = mending.mends(found(corpora), {bench.path: bench})
    assert [mend.end for mend in made] == [end for end, _ in STATEMENTS]
    assert [mend.rules for mend in made] == [("qualifier",), ("qualifier",), (), (), ("near_table",)]
    assert made[1].warned, "no row, and the text isn't stored"


def test_a_rule_alone_mends_nothing_of_the_others(corpora: Path, bench: Bench):
    made = mending.mends(found(corpora), {bench.path: bench}, frozenset({"near_table"}))
    assert [mend.rules for mend in made] == [(), (), (), (), ("near_table",)]
    assert [mend.end for mend in made] == ["refused", "refused", "refused", "refused", "equal"]
