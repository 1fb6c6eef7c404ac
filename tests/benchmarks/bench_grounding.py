"""Grounding: which tables a question needs, within 8,000 tokens, no model and no stored values"""

from __future__ import annotations

import gzip
import json
import os
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.benchmarks.figures import Figure

from rejoinder.connectors import sqlite
from rejoinder.grounding import ground
from rejoinder.prompts import catalog_text
from rejoinder.terms.catalog import Catalog, Column, Table, TableRef

SHARED = Path(os.environ.get("REJOINDER_SHARED", Path(__file__).resolve().parents[3] / "shared"))
TOKENS = 8_000
GOALS = {"bird": 0.99, "snails": 0.90, "spider2-lite": 0.85, "spider2-snow": 0.85}


def main() -> Sequence[Figure]:
    """Mean recall of the gold tables, tokens and milliseconds, a corpus after the other."""
    corpora = SHARED / "corpora"
    if not corpora.is_dir():
        print(f"left out: there is no `{corpora}` (REJOINDER_SHARED may name another folder)")
        return []
    figures = [figure for corpus, goal in GOALS.items() for figure in _corpus(corpora, corpus, goal)]
    return [*figures, *_largest(corpora)]


def _corpus(corpora: Path, corpus: str, goal: float) -> Iterator[Figure]:
    recall, tokens, seconds, cut = [], [], [], []
    for line in (corpora / "linking" / f"{corpus}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        catalog = _catalog(corpora, corpus, row["db"], row.get("catalog"))
        began = time.perf_counter()
        chosen = ground(_asked(row), catalog, stored={}, tokens=TOKENS)
        seconds.append(time.perf_counter() - began)
        shown = {_folded(str(table.ref)) for table in chosen.catalog.tables}
        shown |= {_folded(str(ref)) for members in chosen.stands_for.values() for ref in members}
        gold = {_folded(name) for name in row["gold_tables"]}
        recall.append(len(gold & shown) / len(gold))
        if not chosen.whole:
            cut.append(recall[-1])
            tokens.append(catalog_text.tokens(catalog_text.render(chosen.catalog, {})))
    questions = f"{len(recall)} questions"
    yield Figure(
        what=f"{corpus}: mean recall of gold tables",
        value=statistics.mean(recall),
        unit="",
        goal=f"≥ {goal:.2f}",
        note=questions,
    )
    if cut:
        note = f"{len(cut)} questions"
        yield Figure(
            what=f"{corpus}: where the catalog doesn't fit", value=statistics.mean(cut), unit="", note=note
        )
        yield Figure(
            what=f"{corpus}: most tokens of it", value=max(tokens), unit="tokens", goal=f"≤ {TOKENS:,}"
        )
    yield Figure(what=f"{corpus}: a question", value=statistics.median(seconds) * 1000, unit="ms")


def _largest(corpora: Path) -> Iterator[Figure]:
    """Warm times on the largest catalog, and what its index costs once."""
    paths = sorted((corpora / "sqlite" / "snails").glob("*.sqlite"))
    catalogs = [_catalog(corpora, "snails", path.stem, None) for path in paths]
    largest = max(catalogs, key=lambda catalog: sum(len(table.columns) for table in catalog.tables))
    columns = sum(len(table.columns) for table in largest.tables)
    fresh = Catalog(fingerprint="fresh", tables=largest.tables)
    began = time.perf_counter()
    ground("the first question", fresh, stored={}, tokens=TOKENS)
    first = time.perf_counter() - began
    rows = (corpora / "linking" / "snails.jsonl").read_text(encoding="utf-8").splitlines()
    seconds = []
    for line in rows:
        began = time.perf_counter()
        ground(json.loads(line)["question"], fresh, stored={}, tokens=TOKENS)
        seconds.append(time.perf_counter() - began)
    note = f"{len(largest.tables):,} tables, {columns:,} columns"
    yield Figure(what="a first question on the largest catalog", value=first * 1000, unit="ms", note=note)
    yield Figure(
        what="a question on it, warm", value=statistics.median(seconds) * 1000, unit="ms", goal="≤ 50 ms"
    )


def _asked(row: Mapping[str, Any]) -> str:
    """The question and its hint, where that is a sentence and not the name of a document."""
    hint = row["evidence"] or ""
    return row["question"] if not hint or hint.startswith("documents/") else f"{row['question']}\n({hint})"


def _folded(name: str) -> str:
    return name.lower().replace("`", "").replace('"', "")


@cache
def _catalog(corpora: Path, corpus: str, db: str, listed: str | None) -> Catalog:
    if listed is None:
        connector = sqlite.open(f"sqlite:///{corpora / 'sqlite' / corpus / db}.sqlite", sessions=1)
        try:
            return connector.catalog()
        finally:
            connector.close()
    data = json.loads(gzip.decompress((corpora / listed).read_bytes()))
    return Catalog(fingerprint=listed, tables=tuple(map(_table, data["tables"])))


def _table(described: Mapping[str, Any]) -> Table:
    schema, _, name = described["name"].rpartition(".")
    columns = tuple(Column(name=each[0], type=each[1], comment=each[2]) for each in described["columns"])
    return Table(ref=TableRef(schema, name), columns=columns)
