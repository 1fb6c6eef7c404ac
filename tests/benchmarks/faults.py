"""The real refused statements of the corpora, each with the database that refused it."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SHOWN = "schema shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One database. Without all its rows nobody can say whether a result is right."""

    path: Path
    dialect: str
    has_rows: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One statement that an engine refused."""

    corpus: str
    place: Place
    seen: str
    """What its author had seen of the schema: all that was needed, an automatic subset, or nothing."""
    error: str
    """The class of the engine's error, as the corpus has it."""
    question: str
    sql: str
    gold: str

    @property
    def compared(self) -> bool:
        """Whether there is a right answer to compare with."""
        return self.place.has_rows and bool(self.gold)


def faults(corpora: Path) -> Iterator[Fault]:
    """All of them whose database is there, in the order of the files."""
    with (corpora / "databases.tsv").open(encoding="utf-8", newline="") as lines:
        places = {
            (row["corpus"], row["db"], row["dialect"]): Place(
                path=corpora / row["path"], dialect=row["dialect"], has_rows=row["data"] == "full"
            )
            for row in csv.DictReader(lines, delimiter="\t")
            if row["data"] != "catalog"
        }
    for file in sorted((corpora / "errors").glob("*.jsonl.gz")):
        corpus = file.name.removesuffix(".jsonl.gz")
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                place = places.get((corpus, row["db"], row["dialect"]))
                if place is not None:
                    yield Fault(
                        corpus=corpus,
                        place=place,
                        seen=row["kind"],
                        error=row["error_class"],
                        question=row["question"] or "",
                        sql=row["sql"],
                        gold=row["gold_sql"] or "",
                    )
