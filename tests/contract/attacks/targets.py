"""Whom the attacks are let loose on: every engine, and on a server by two roles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.contract.attacks.attacks import Attack
from tests.contract.attacks.layers import Verdict, tried
from tests.contract.attacks.worlds import MariadbWorld, PostgresWorld, World, duckdb_world, sqlite_world
from tests.contract.connectors import servers

TARGETS = (
    "SQLite",
    "DuckDB",
    "PostgreSQL, a role that may only read",
    "PostgreSQL, its superuser",
    "MariaDB, a user who may only read",
    "MariaDB, its root",
)


@contextmanager
def making(target: str, folder: Path, schema: str = "") -> Iterator[Callable[[], World]]:
    """What makes a new world of the target, with the tables of `schema` if there is one; a server runs as long."""
    counted = iter(range(1_000))

    def beside() -> Path:
        made = folder / str(next(counted))
        made.mkdir()
        return made

    engine, _, role = target.partition(", ")
    if engine == "SQLite":
        yield lambda: sqlite_world(beside(), schema)
    elif engine == "DuckDB":
        yield lambda: duckdb_world(beside(), schema)
    elif engine == "PostgreSQL":
        with servers.postgres() as host:
            yield lambda: PostgresWorld(host, "owner" if "superuser" in role else "reader", schema)
    else:
        with servers.mariadb() as socket:
            yield lambda: MariadbWorld(socket, "root" if "root" in role else "reader", schema)


def verdicts(make: Callable[[], World], loose: Sequence[Attack]) -> dict[str, Verdict]:
    """Every attack that the engine knows, one after the other; what was changed is made anew."""
    found: dict[str, Verdict] = {}
    world = make()
    before = world.state()
    try:
        for attack in loose:
            if world.engine in attack.sql:
                found[attack.id], changed = tried(attack, world, before)
                if changed:
                    world.close()
                    world = make()
                    before = world.state()
    finally:
        world.close()
    return found
