"""What the benchmark of repairs counts: on a corpus of seven statements, each with another end."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.benchmarks import bench_repair
from tests.benchmarks.bench_repair import Case
from tests.benchmarks.faults import SHOWN, Fault, faults
from tests.benchmarks.figures import Grid
from tests.benchmarks.mending import Bench, Ended
from tests.benchmarks.places import Places, opened

STATEMENTS = [
    (Ended.EQUAL, "SELECT a.city FROM animals a JOIN owners o ON o.id = a.owner ORDER BY a.id"),
    (
        Ended.DIFFERS,
        "SELECT a.name FROM animals a, owners o WHERE a.owner = o.id AND o.id = 1 AND a.city = 'x'",
    ),
    (Ended.DIFFERS, "SELECT a.name, a.city FROM animals a JOIN owners o ON o.id = a.owner ORDER BY a.id"),
    (Ended.REFUSED, "SELECT colour FROM animals"),
    (Ended.REFUSED, "I can't answer that."),
    (Ended.EQUAL, "```sql\nSELECT o.city FROM animal a JOIN owners o ON o.id = a.owner ORDER BY a.id\n```"),
]
GOLD = "SELECT o.city FROM animals a JOIN owners o ON o.id = a.owner ORDER BY a.id"
TABLES = """
    CREATE TABLE owners (id INTEGER PRIMARY KEY, city TEXT);
    CREATE TABLE animals (id INTEGER PRIMARY KEY, name TEXT, owner INTEGER REFERENCES owners);
"""
ROWS = """
    INSERT INTO owners VALUES (1, 'Graz'), (2, 'Linz');
    INSERT INTO animals VALUES (1, 'Tom', 2), (2, 'Ada', 1);
"""


def fault(sql: str, *, db: str = "clinic", dialect: str = "sqlite", kind: str = SHOWN) -> dict[str, object]:
    told = {"db": db, "sql": sql, "dialect": dialect, "kind": kind}
    return told | {"error_class": "any", "question": None, "gold_sql": GOLD}


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of the shape that /shared has: a database with rows and one without, and one of PostgreSQL."""
    folder = tmp_path_factory.mktemp("corpora")
    for name, text in (("clinic", TABLES + ROWS), ("bare", TABLES)):
        with sqlite3.connect(folder / f"{name}.sqlite") as database:
            database.executescript(text)
        database.close()
    (folder / "clinic.sql").write_text(TABLES + ROWS, encoding="utf-8")
    (folder / "databases.tsv").write_text(
        "corpus\tdb\tdialect\tpath\tdata\n"
        "pets\tclinic\tsqlite\tclinic.sqlite\tfull\n"
        "pets\tclinic\tpostgres\tclinic.sql\tfull\n"
        "pets\tbare\tsqlite\tbare.sqlite\tschema-only\n"
    )
    rows = [fault(sql) for _, sql in STATEMENTS]
    rows += [fault(STATEMENTS[0][1], kind="blind"), fault(STATEMENTS[0][1], db="bare")]
    rows += [fault(STATEMENTS[0][1], dialect="postgres"), fault("SELECT 1", db="nowhere")]
    (folder / "errors").mkdir()
    with gzip.open(folder / "errors" / "pets.jsonl.gz", "wt") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in rows)
    return folder


@pytest.fixture(scope="module")
def places() -> Iterator[Places]:
    with opened() as found:
        yield found


@pytest.fixture(scope="module")
def found(corpora: Path) -> list[Fault]:
    return list(faults(corpora))


@pytest.fixture(scope="module")
def bench(found: list[Fault], places: Places) -> Bench:
    return Bench(opened=places.at(found[0].place))


def test_every_statement_whose_database_is_there_counts_whatever_its_author_had_seen(found: list[Fault]):
    assert [each.sql for each in found[:6]] == [sql for _, sql in STATEMENTS]
    assert [(each.seen, each.place.dialect, each.compared) for each in found[6:]] == [
        ("blind", "sqlite", True),
        (SHOWN, "sqlite", False),
        (SHOWN, "postgres", True),
    ]


def test_a_statement_ends_equal_differing_or_refused(found: list[Fault], bench: Bench):
    made = [bench.mended(each) for each in found[:6]]
    assert [mend.end for mend in made] == [end for end, _ in STATEMENTS]
    assert [mend.rules for mend in made] == [("qualifier",)] * 3 + [(), (), ("near_table",)]
    assert made[1].warned, "no row, and the text isn't stored"
    assert [mend.within for mend in made] == [False, False, True, False, False, False]


def test_without_rows_a_statement_runs_and_nothing_is_compared(found: list[Fault], places: Places):
    assert Bench(opened=places.at(found[7].place)).mended(found[7]).end is Ended.RAN


def test_a_statement_for_postgresql_is_mended_and_run_there(found: list[Fault], places: Places):
    mend = Bench(opened=places.at(found[8].place)).mended(found[8])
    assert (mend.end, mend.rules) == (Ended.EQUAL, ("qualifier",))


def test_a_rule_alone_mends_nothing_of_the_others(found: list[Fault], bench: Bench):
    made = [bench.mended(each, "near_table") for each in found[:6]]
    assert [mend.rules for mend in made] == [(), (), (), (), (), ("near_table",)]
    assert [mend.end for mend in made] == [*[Ended.REFUSED] * 5, Ended.EQUAL]


def test_the_tables_count_per_corpus_class_and_rule(found: list[Fault], bench: Bench):
    cases = [
        Case(each, bench.mended(each), {"qualifier": bench.mended(each, "qualifier")}) for each in found[:6]
    ]
    by_corpus, by_class, *alone = bench_repair.grids(cases)
    assert by_corpus == Grid(
        title="All rules, by corpus",
        columns=(
            *("corpus", "its author had seen", "rows", "errors", "made to run"),
            *("equal to gold", "ran but differs", "its answer is in it", "still refused"),
        ),
        rows=[("pets", SHOWN, "yes", 6, 4, 2, 2, 1, 2)],
    )
    assert by_class.rows == [("pets", SHOWN, "any", 6, 4, 2, 2, 1, 2)]
    assert [grid.rows for grid in alone] == [
        [("`qualifier`", "pets", SHOWN, 6, 3, 1, 2, 1, 3)],
        [("`qualifier`", "any", SHOWN, 6, 3, 1, 2, 1, 3)],
    ]
