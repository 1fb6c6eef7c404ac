"""Opens the databases of the corpora: SQLite files where they lie, PostgreSQL's dumps on a server of our own."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from urllib.parse import quote

import psycopg
from psycopg import sql
from tests.benchmarks.faults import Place
from tests.contract.connectors import servers

from rejoinder.connectors import postgresql, sqlite
from rejoinder.ports import Connector

Rows = Sequence[Sequence[object]]
_GOLD_SECONDS = 30


@dataclass(frozen=True, kw_only=True)
class Opened:
    """A database of the corpora. `address` is a path for SQLite and a connection string for PostgreSQL."""

    connector: Connector
    address: str

    def gold(self, text: str) -> Rows:
        """Rows by the plain driver, so that nothing of ours can make two wrongs equal."""
        if self.connector.dialect.name == "sqlite":
            with closing(sqlite3.connect(self.address, uri=True)) as database:
                database.text_factory = lambda data: data.decode("utf-8", "replace")
                return database.execute(text).fetchall()
        with psycopg.connect(self.address, options=f"-c statement_timeout={_GOLD_SECONDS}s") as server:
            return server.execute(text.encode()).fetchall()


@dataclass(kw_only=True)
class Places:
    """Every database that was asked for, opened once, with the one server that PostgreSQL's need."""

    _stack: ExitStack
    _opened: dict[Place, Opened] = field(default_factory=dict)
    _server: str = ""

    def at(self, place: Place) -> Opened:
        """The database, opened. Raises `DatabaseUnavailable`."""
        if place not in self._opened:
            self._opened[place] = (
                self._postgres(place) if place.dialect == "postgres" else self._sqlite(place)
            )
        return self._opened[place]

    def _sqlite(self, place: Place) -> Opened:
        path = place.path.resolve()
        connector = self._stack.enter_context(closing(sqlite.open(f"sqlite:///{path}", sessions=1)))
        return Opened(connector=connector, address=f"{path.as_uri()}?mode=ro")

    def _postgres(self, place: Place) -> Opened:
        if not self._server:
            self._server = self._stack.enter_context(servers.postgres())
            with self._connect("postgres") as server:
                server.execute("CREATE ROLE reader LOGIN")
        name = place.path.stem
        with self._connect("postgres") as server:
            server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        with self._connect(name) as server:
            server.execute(place.path.read_bytes())
            server.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
            server.execute("ANALYZE")
        url = f"postgresql://reader@/{quote(name)}?host={quote(self._server, safe='')}"
        connector = self._stack.enter_context(closing(postgresql.open(url, sessions=1)))
        return Opened(connector=connector, address=url)

    def _connect(self, name: str) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(host=self._server, user="owner", dbname=name, autocommit=True)


@contextmanager
def opened() -> Iterator[Places]:
    """Places that are closed, and whose server is stopped, at the end."""
    with ExitStack() as stack:
        yield Places(_stack=stack)
