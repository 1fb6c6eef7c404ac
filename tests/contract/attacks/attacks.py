"""The table of attacks: one row a way to do harm, in the words of each engine that has it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ENGINES = ("sqlite", "duckdb", "postgres", "mariadb")
_FILE = Path(__file__).with_name("attacks.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """`harm` is where it would be seen: `effect`, `answer`, `act` or `time` (the file says what they mean)."""

    kind: str
    name: str
    harm: str
    sql: Mapping[str, str]
    """By engine."""

    @property
    def id(self) -> str:
        return f"{self.kind}: {self.name}"


def attacks() -> tuple[Attack, ...]:
    """All of them, in the order of the file."""
    rows = tomllib.loads(_FILE.read_text(encoding="utf-8"))["attack"]
    return tuple(
        Attack(
            kind=row["kind"],
            name=row["name"],
            harm=row["harm"],
            sql={engine: row[engine] for engine in ENGINES if engine in row},
        )
        for row in rows
    )
