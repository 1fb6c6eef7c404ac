"""What an agent is made of: the edges it was given, and what is there once database and model are open."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass

from rejoinder.driver import Driver
from rejoinder.live import Database
from rejoinder.perform import Performer
from rejoinder.policies import PolicySource
from rejoinder.ports import Clock, Connector, Ledger, Provider
from rejoinder.rows import RowStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Edges:
    """How the agent reaches the world. Database and model are opened when they are first needed."""

    connector: Callable[[], Connector]
    provider: Callable[[], Provider]
    ledger: Ledger
    policies: PolicySource
    clock: Clock
    database_name: str
    """The database's URL without its secrets."""
    rules_off: tuple[str, ...] = ()
    """Rules of `repair/` that are not to be tried, to measure what the others do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """An open database, and what drives runs against it. `name` is what leases are held under."""

    name: str
    database: Database
    performer: Performer
    driver: Driver


async def open_worker(edges: Edges, rows: RowStore, *, keep_prompts: bool) -> Worker:
    """Open the database and the model, off the event loop. Raises `DatabaseUnavailable`, `UsageError`."""
    database = Database(await asyncio.to_thread(edges.connector))
    performer = Performer(
        database=database,
        provider=await asyncio.to_thread(edges.provider),
        policies=edges.policies,
        rows=rows,
        clock=edges.clock,
        rules_off=edges.rules_off,
    )
    name = f"{socket.gethostname()}:{os.getpid()}:{id(database):x}"
    driver = Driver(performer=performer, ledger=edges.ledger, owner=name, keep_prompts=keep_prompts)
    return Worker(name=name, database=database, performer=performer, driver=driver)
