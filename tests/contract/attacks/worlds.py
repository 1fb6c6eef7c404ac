"""What is attacked: a database of each engine with a connector on it, and all that an attack could change."""

from __future__ import annotations

import hashlib
import itertools
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import duckdb as duckdb_driver
import psycopg
import pymysql

from rejoinder.check.mint import mint
from rejoinder.connectors import duckdb, mariadb, postgresql, sqlite
from rejoinder.ports import CancelHandle, Connector
from rejoinder.terms.limits import ExecutionLimits
from rejoinder.terms.refusal import Refusal
from rejoinder.terms.result import Result

DEEP = "+".join(["(1"] * 1500) + ")" * 1500
_PROBE = ExecutionLimits(seconds=20.0)
_TABLES = (
    "CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(80))",
    "INSERT INTO customers VALUES (1, 'Ana'), (2, 'Bo'), (3, 'Ana'), (4, 'Ana')",
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, total INTEGER, customer_id INTEGER)",
    "INSERT INTO orders VALUES (1, 10, 1), (2, 20, 2)",
    "CREATE TABLE payroll (id INTEGER PRIMARY KEY, salary INTEGER)",
    "INSERT INTO payroll VALUES (1, 4321)",
    "CREATE TABLE numbers (n INTEGER)",
)
_OTHERS = "DROP TABLE orders;\nDROP TABLE customers;\n"
"""What makes room for the tables of another schema of a shop."""


class World(Protocol):
    """One database under attack. The connector holds one session, so that what stays in it is seen."""

    connector: Connector
    engine: str

    def written(self, sql: str) -> str:
        """The attack with its placeholders filled in."""

    def state(self) -> object:
        """Everything that an attack could change, outside of the session and in it."""

    def close(self) -> None:
        """Leave nothing behind."""


def run(world: World, sql: str, limits: ExecutionLimits) -> Result | Refusal:
    """Execute `sql` as if check had passed it."""
    return world.connector.execute(mint(sql, dialect=world.engine), limits, CancelHandle())


def told(world: World, *probes: str) -> object:
    """What the connector's own session answers."""
    return [
        found.rows if isinstance(found, Result) else found.message
        for found in (run(world, probe, _PROBE) for probe in probes)
    ]


def _files(folder: Path) -> object:
    return sorted((str(path), path.stat().st_size) for path in folder.rglob("*"))


class FileWorld:
    """A file of SQLite or DuckDB, with a working folder beside it."""

    def __init__(
        self, engine: str, folder: Path, open_file: Callable[[Path], Connector], probes: Sequence[str]
    ) -> None:
        self.engine = engine
        self._folder = folder
        self._file = folder / "world.db"
        self._probes = probes
        self.connector = open_file(self._file)

    def written(self, sql: str) -> str:
        return sql.replace("{file}", str(self._folder / "made")).replace("{deep}", DEEP)

    def state(self) -> object:
        digest = hashlib.sha256(self._file.read_bytes()).hexdigest()
        return digest, _files(self._folder), told(self, *self._probes)

    def close(self) -> None:
        self.connector.close()


def sqlite_world(folder: Path, schema: str) -> World:
    with closing(sqlite3.connect(folder / "world.db")) as owner, owner:
        for each in _TABLES:
            owner.execute(each)
        if schema:
            owner.executescript(_OTHERS + schema)
        owner.executemany("INSERT INTO numbers VALUES (?)", [(n,) for n in range(300)])

    def opened(file: Path) -> Connector:
        return sqlite.open(f"sqlite:///{file}", sessions=1)

    return FileWorld("sqlite", folder, opened, ["SELECT 'A' LIKE 'a', (SELECT count(*) FROM orders)"])


def duckdb_world(folder: Path, schema: str) -> World:
    with closing(duckdb_driver.connect(folder / "world.db")) as owner:
        for each in _TABLES:
            owner.execute(each)
        if schema:
            owner.execute(_OTHERS + schema)
        owner.execute("INSERT INTO numbers SELECT * FROM range(300)")
        owner.execute("CREATE SEQUENCE ticket")

    def opened(file: Path) -> Connector:
        return duckdb.open(f"duckdb:///{file}?threads=2&memory_limit=200MB", sessions=1)

    probes = [
        "SELECT name, value FROM duckdb_settings() ORDER BY name",
        "SELECT * FROM duckdb_variables()",
        "SELECT table_name FROM duckdb_tables() UNION ALL SELECT function_name FROM duckdb_functions()"
        " WHERE NOT internal UNION ALL SELECT name FROM duckdb_prepared_statements()"
        " UNION ALL SELECT database_name FROM duckdb_databases() ORDER BY 1",
    ]
    return FileWorld("duckdb", folder, opened, probes)


_POSTGRES = (
    "CREATE TABLE notes (id int)",
    "CREATE SEQUENCE ticket",
    "CREATE FUNCTION note_down(x int) RETURNS int LANGUAGE sql AS 'INSERT INTO notes VALUES (x) RETURNING id'",
    "CREATE FUNCTION note_down_as_owner(x int) RETURNS int LANGUAGE sql SECURITY DEFINER"
    " AS 'INSERT INTO notes VALUES (x) RETURNING id'",
    "CREATE PROCEDURE clean_up() LANGUAGE sql AS 'DELETE FROM orders'",
    "INSERT INTO numbers SELECT generate_series(1, 300)",
    "ANALYZE customers",
    "SELECT lo_from_bytea(4242, 'kept')",
    "GRANT SELECT ON customers, orders, numbers TO reader",
)
_READABLE = "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader; REVOKE SELECT ON payroll FROM reader"
_PG_SESSION = (
    "SELECT name, setting FROM pg_settings WHERE name NOT LIKE 'plpgsql.%' ORDER BY 1",
    "SELECT current_user, session_user, NULLIF(current_setting('my.kept', true), '')",
    "SELECT name FROM pg_prepared_statements",
    "SELECT name FROM pg_cursors WHERE name = 'kept'",
    "SELECT pg_listening_channels()",
)
_COUNTER = itertools.count()


class PostgresWorld:
    """A database of its own on the server, attacked by `role`; somebody else is at work beside it."""

    engine = "postgres"

    def __init__(self, host: str, role: str, schema: str) -> None:
        self._host, self._role = host, role
        self._name = f"attacked_{next(_COUNTER)}"
        with self._owner("postgres") as owner:
            owner.execute("DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object THEN END $$")
            owner.execute(f"CREATE DATABASE {self._name}")
        with self._owner() as owner:
            for each in (*_TABLES, *_POSTGRES):
                owner.execute(each)
            if schema:
                owner.execute((_OTHERS + schema).encode())
                owner.execute(_READABLE)
        self._bystander = psycopg.connect(self._url("owner"), autocommit=True, application_name="bystander")
        self._bystander.execute("SELECT 'a bystander at work'")
        self.connector = postgresql.open(self._url(role), sessions=1)

    def _url(self, role: str, database: str = "") -> str:
        return f"postgresql://{role}@/{database or self._name}?host={self._host}"

    @contextmanager
    def _owner(self, database: str = "") -> Iterator[psycopg.Connection]:
        with closing(psycopg.connect(self._url("owner", database), autocommit=True)) as owner:
            yield owner

    def written(self, sql: str) -> str:
        filled = {"{file}": f"{self._host}/made", "{socket}": self._host, "{deep}": DEEP}
        return _filled(sql, filled)

    def state(self) -> object:
        seen = told(self, *_PG_SESSION)
        made = _files(Path(self._host)) if (Path(self._host) / "made").exists() else []
        with self._owner() as owner:
            return seen, made, [owner.execute(each).fetchall() for each in self._questions()]

    def _questions(self) -> Iterator[str]:
        for table in ("customers", "orders", "payroll", "numbers", "notes"):
            yield f"SELECT * FROM {table} ORDER BY 1"
        yield "SELECT last_value, is_called FROM ticket"
        yield "SELECT relname, relkind, relacl::text, obj_description(oid) FROM pg_class ORDER BY oid"
        yield "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
        yield "SELECT rolname, rolsuper FROM pg_roles ORDER BY 1"
        yield "SELECT extname FROM pg_extension UNION ALL SELECT subname FROM pg_subscription"
        yield "SELECT gid FROM pg_prepared_xacts"
        yield "SELECT oid FROM pg_largeobject_metadata ORDER BY 1"
        yield "SELECT name, setting FROM pg_file_settings ORDER BY 1"
        yield f"SELECT stats_reset FROM pg_stat_database WHERE datname = '{self._name}'"
        yield (
            "SELECT l.locktype, l.mode FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
            f" WHERE a.datname = '{self._name}' AND a.application_name <> 'bystander' AND a.pid <> pg_backend_pid()"
        )
        yield f"SELECT count(*) FROM pg_stat_activity WHERE pid = {self._bystander.info.backend_pid}"

    def close(self) -> None:
        self.connector.close()
        self._bystander.close()
        (Path(self._host) / "made").unlink(missing_ok=True)
        with self._owner("postgres") as owner:
            owner.execute("ALTER SYSTEM RESET ALL")
            owner.execute("SELECT pg_reload_conf()")
            owner.execute(f"DROP DATABASE {self._name} WITH (FORCE)")
            owner.execute("DROP ROLE IF EXISTS intruder")


_MARIADB = (
    "DROP DATABASE IF EXISTS attacked",
    "CREATE DATABASE attacked",
    "CREATE DATABASE IF NOT EXISTS digits",
    "USE attacked",
    *_TABLES,
    "INSERT INTO numbers SELECT seq FROM digits.seq_1_to_300",
    "CREATE TABLE notes (id INT)",
    "CREATE SEQUENCE ticket",
    "CREATE FUNCTION note_down(x INT) RETURNS INT SQL SECURITY INVOKER"
    " BEGIN INSERT INTO notes VALUES (x); RETURN x; END",
    "CREATE FUNCTION note_down_as_owner(x INT) RETURNS INT BEGIN INSERT INTO notes VALUES (x); RETURN x; END",
    "CREATE PROCEDURE clean_up() DELETE FROM orders",
    "DROP USER IF EXISTS reader@localhost",
    "CREATE USER reader@localhost",
    "CREATE ROLE IF NOT EXISTS clerk",
    "GRANT SELECT ON attacked.customers TO reader@localhost",
    "GRANT SELECT ON attacked.orders TO reader@localhost",
    "GRANT SELECT ON attacked.numbers TO reader@localhost",
    "GRANT EXECUTE ON attacked.* TO reader@localhost",
    "GRANT SELECT ON digits.* TO reader@localhost",
)
_MY_SESSION = (
    "SELECT variable_name, variable_value FROM information_schema.session_variables"
    " WHERE variable_name NOT IN ('TIMESTAMP', 'LAST_INSERT_ID', 'RAND_SEED1', 'RAND_SEED2', 'IN_TRANSACTION',"
    " 'PSEUDO_THREAD_ID', 'WARNING_COUNT', 'ERROR_COUNT', 'LAST_GTID') ORDER BY 1",
    "SELECT variable_name FROM information_schema.user_variables",
    "SELECT CURRENT_USER(), CURRENT_ROLE(), DATABASE(), IS_USED_LOCK('kept')",
)


class MariadbWorld:
    """A database of its own on the server, attacked by `user`; somebody else is at work beside it."""

    engine = "mariadb"

    def __init__(self, socket: str, user: str, schema: str) -> None:
        self._socket = socket
        self._owner = pymysql.connect(unix_socket=socket, user="root", autocommit=True)
        for each in (*_MARIADB, *((_OTHERS + schema).split(";\n") if schema else ())):
            if each.strip():
                self._rows(each)
        self._bystander = pymysql.connect(unix_socket=socket, user="root")
        self._files = self._seen_files()
        url = f"mariadb://{user}@localhost/attacked?unix_socket={socket}"
        self.connector = mariadb.open(url, sessions=1)

    def _rows(self, sql: str) -> Sequence[Any]:
        with self._owner.cursor() as cursor:
            cursor.execute(sql)
            return cursor.fetchall()

    def _seen_files(self) -> list[Path]:
        return list(Path(self._socket).parent.glob("made*"))

    def written(self, sql: str) -> str:
        bystander = str(self._bystander.thread_id())
        made = str(Path(self._socket).parent / "made")
        return _filled(sql, {"{file}": made, "{bystander}": bystander, "{deep}": DEEP})

    def state(self) -> object:
        seen = told(self, *_MY_SESSION)
        return seen, self._seen_files(), [self._rows(each) for each in self._questions()]

    def _questions(self) -> Iterator[str]:
        for table in ("customers", "orders", "payroll", "numbers", "notes", "ticket"):
            yield f"SELECT * FROM attacked.{table} ORDER BY 1"
        yield "SELECT table_name, table_comment FROM information_schema.tables WHERE table_schema = 'attacked'"
        yield "SELECT routine_name FROM information_schema.routines WHERE routine_schema = 'attacked'"
        yield "SELECT host, user, priv FROM mysql.global_priv ORDER BY 1, 2"
        yield "SELECT user, db FROM mysql.db ORDER BY 1, 2"
        yield (
            "SELECT variable_name, variable_value FROM information_schema.global_variables WHERE variable_name"
            " IN ('MAX_CONNECTIONS', 'GENERAL_LOG_FILE', 'SECURE_AUTH', 'READ_ONLY') ORDER BY 1"
        )
        yield "SELECT plugin_name FROM information_schema.plugins ORDER BY 1"
        yield "SELECT count(*) FROM information_schema.innodb_trx"
        yield f"SELECT count(*) FROM information_schema.processlist WHERE id = {self._bystander.thread_id()}"

    def close(self) -> None:
        self.connector.close()
        with suppress(pymysql.Error):
            self._bystander.close()
        for each in ("DROP USER IF EXISTS intruder@localhost", "SET GLOBAL max_connections = DEFAULT"):
            self._rows(each)
        self._owner.close()


def _filled(sql: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        sql = sql.replace(name, value)
    return sql
