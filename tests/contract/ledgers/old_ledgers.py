"""Writes down a ledger of today's format, so that later versions are held to reading it (K2).

`python -m tests.contract.ledgers.old_ledgers` writes the files of today's number: runs as SQL that makes their
ledger again, and a record of everything that can be recorded. Those of a released format are never written again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

from tests.unit.ledgers.examples import values

from rejoinder import Outcome, connect
from rejoinder.ledgers import _codec
from rejoinder.ledgers._formats import newest
from rejoinder.ledgers.sqlite import SqliteLedger, place_of
from rejoinder.loop import events
from rejoinder.ports import Envelope
from rejoinder.terms.ids import RunId
from rejoinder.terms.reading import Ask, Declined, Option, Sql
from rejoinder.testing import ScriptedProvider

FOLDER = Path(__file__).parent
_CITIES = """
    CREATE TABLE country (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE city (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, people INTEGER,
        country_id INTEGER NOT NULL REFERENCES country (id)
    );
    INSERT INTO country VALUES (1, 'Scotland'), (2, 'Éire');
    INSERT INTO city VALUES (1, 'Ayr', 46, 1), (2, 'Perth', 47, 1), (3, 'Cork', 222, 2);
"""
_SCRIPT = (
    "SELECT name FROM city WHERE people > 46",
    Sql("SELECT sum(peeple) FROM city WHERE nowhere = 1"),
    Sql("SELECT sum(people) FROM city"),
    Sql("DELETE FROM city"),
    Sql("DROP TABLE city"),
    Ask("In which country?", (Option("Scotland", "SELECT count(*) FROM city WHERE country_id = 1"),)),
    Declined("There are no rivers here."),
    Sql("SELECT name FROM city WHERE name = 'ayr'"),
)


class Placeless(SqliteLedger):
    """Records no path of the machine that it was written on."""

    async def append(
        self, run_id: RunId, after: int, envelope: Envelope, happened: Sequence[events.Event]
    ) -> None:
        await super().append(run_id, after, replace(envelope, database="cities"), happened)


def dumped(path: Path) -> str:
    """A ledger as SQL that makes it again."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        pragmas = [
            f"PRAGMA {name} = {database.execute(f'PRAGMA {name}').fetchone()[0]};"
            for name in ("application_id", "user_version")
        ]
        return "\n".join([*database.iterdump(), *pragmas, ""])


async def asked(folder: Path) -> list[Outcome]:
    """Ask a model that follows a script; what it all came to is recorded in `folder`."""
    with contextlib.closing(sqlite3.connect(folder / "cities.db")) as database:
        database.executescript(_CITIES)
    provider = ScriptedProvider(_SCRIPT)
    ledger = Placeless(place_of(str(folder / "ledger.sqlite")))
    async with connect(str(folder / "cities.db"), provider=provider, ledger=ledger) as agent:
        outcomes = [await agent.query(said) for said in ("Large cities?", "How many people? 東京", "Fewer?")]
        waiting = await agent.query("How many cities?")
        outcomes += [waiting, await agent.reply(waiting.run_id, choice=1)]
        outcomes += [await agent.query("Which rivers?"), await agent.query("Is there a city ayr?")]
        outcomes.append(await agent.run_sql("SELECT nmae FROM city"))
        # By now the model has nothing left to say, so this fails.
        outcomes.append(await agent.ask("Large cities?"))
        return outcomes


def records() -> Iterator[str]:
    """A record of every event, with each class that can stand in one of its fields."""
    for kind in get_args(events.Event):
        fullest: dict[tuple[tuple[str, str], ...], str] = {}
        for example in values(kind):
            text = _codec.write(example)
            found = json.loads(text)["fields"].items()
            parts = tuple((name, each["class"]) for name, each in found if isinstance(each, dict))
            fullest[parts] = max(text, fullest.get(parts, ""), key=len)
        yield from fullest.values()


def main() -> None:
    """Write the files of today's format."""
    with tempfile.TemporaryDirectory() as name:
        outcomes = asyncio.run(asked(Path(name)))
        runs = dumped(Path(name, "ledger.sqlite"))
    (FOLDER / f"format_{newest()}.sql").write_text(runs, encoding="utf-8")
    (FOLDER / f"format_{newest()}.jsonl").write_text("\n".join([*records(), ""]), encoding="utf-8")
    for outcome in outcomes:
        print(f"{outcome.end} {outcome.reason} {outcome.attempts} {outcome.sql}")


if __name__ == "__main__":
    main()
