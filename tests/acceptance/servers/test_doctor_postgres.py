"""What `doctor` says of roles on a real PostgreSQL; the statements it prints make one that it has nothing to say of."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from tests.acceptance.cli.program import Program, environment
from tests.contract.connectors import servers

from rejoinder.connectors import postgresql
from rejoinder.terms.privileges import Hazard, Privileges

_SHOP = """
CREATE TABLE city (id serial PRIMARY KEY, name text NOT NULL);
INSERT INTO city (name) VALUES ('Ayr'), ('Cork');
CREATE VIEW names AS SELECT name FROM city;
CREATE SCHEMA "Odd One";
CREATE TABLE "Odd One".city (id int, "user" text);
"""
_LEFT = """
SELECT relname, relnamespace, relacl::text FROM pg_class UNION ALL
SELECT nspname, 0, nspacl::text FROM pg_namespace UNION ALL SELECT rolname, 0, '' FROM pg_authid UNION ALL
SELECT 'large object', oid, '' FROM pg_largeobject_metadata UNION ALL SELECT proname, oid, proacl::text FROM pg_proc
ORDER BY 1, 2
"""
_WRITES = (
    "INSERT INTO city (name) VALUES ('Trim')",
    "UPDATE city SET name = 'Trim'",
    "DELETE FROM city",
    "TRUNCATE city",
    "DROP TABLE city",
    "CREATE TABLE made (i int)",
    "CREATE TEMPORARY TABLE made (i int)",
    "CREATE SCHEMA made",
    'CREATE TABLE "Odd One".made (i int)',
    "SELECT nextval('city_id_seq')",
    "SELECT lo_create(0)",
    "SELECT lo_from_bytea(0, 'x')",
    "SELECT pg_logical_emit_message(false, 'x', 'x')",
    "SELECT pg_read_file('PG_VERSION')",
    "COPY city TO '/tmp/made'",
    "COPY city TO PROGRAM 'true'",
    "CREATE ROLE made",
    "SELECT * FROM pg_authid",
)


@pytest.fixture(scope="module")
def folder() -> Iterator[str]:
    with servers.postgres() as path:
        yield path


@pytest.fixture
def owner(folder: str) -> Iterator[psycopg.Connection]:
    """The superuser, in a new database `shop` that belongs to `merchant`; `clerk` may do what anybody may."""
    roles = ("rejoinder_reader", "merchant", "clerk")
    with closing(psycopg.connect(f"postgresql://owner@/postgres?host={folder}", autocommit=True)) as server:
        for role in roles[1:]:
            server.execute(f"CREATE ROLE {role} LOGIN")
        server.execute("CREATE DATABASE shop OWNER merchant")
        try:
            with closing(connected(folder, "merchant")) as merchant:
                merchant.execute(_SHOP)
            with closing(connected(folder, "owner")) as shop:
                yield shop
        finally:
            server.execute("DROP DATABASE shop WITH (FORCE)")
            for role in roles:
                server.execute(f"DROP ROLE IF EXISTS {role}")


def connected(folder: str, role: str) -> psycopg.Connection:
    return psycopg.connect(f"postgresql://{role}@/shop?host={folder}", autocommit=True)


@pytest.fixture
def examined(folder: str) -> Callable[..., Privileges]:
    """What the connector says of a role."""

    def examine(role: str, place: str = "") -> Privileges:
        connector = postgresql.open(
            f"postgresql://{role}@{place}/shop" + ("" if place else f"?host={folder}")
        )
        try:
            return connector.privileges()
        finally:
            connector.close()

    return examine


def names(privileges: Privileges) -> set[str]:
    return {hazard.name for hazard in privileges.hazards}


def named(privileges: Privileges, name: str) -> Hazard:
    return next(hazard for hazard in privileges.hazards if hazard.name == name)


@pytest.mark.usefixtures("owner")
def test_a_superuser_is_told_with_what_only_the_check_stops(examined: Callable[..., Privileges]):
    found = examined("owner")
    alone = {hazard.name for hazard in found.hazards if hazard.stopped_by == ("check",)}
    assert {"superuser", "server_files_read", "server_files_written", "log_of_changes_written"} <= alone
    assert "tables_writable" in names(found) - alone


@pytest.mark.usefixtures("owner")
def test_an_ordinary_owner_is_told_what_it_could_do_in_its_own_database(examined: Callable[..., Privileges]):
    found = examined("merchant")
    assert {
        "tables_writable",
        "tables_owned",
        "sequences_writable",
        "schema_writable",
        "schemas_made",
    } <= names(found)
    assert {"temporary_tables", "large_objects_made", "log_of_changes_written"} <= names(found)
    assert not {"superuser", "server_files_read", "server_files_written", "roles_made"} & names(found)
    assert "3 tables" in named(found, "tables_owned").sentence


@pytest.mark.usefixtures("owner")
def test_trying_leaves_nothing_behind(owner: psycopg.Connection, examined: Callable[..., Privileges]):
    before = owner.execute(_LEFT).fetchall()
    for role in ("owner", "merchant", "clerk"):
        examined(role)
    assert owner.execute(_LEFT).fetchall() == before


@pytest.mark.parametrize("asked_by", ["owner", "merchant"])
def test_the_statements_it_prints_make_a_role_that_it_has_nothing_to_say_of(
    owner: psycopg.Connection, examined: Callable[..., Privileges], asked_by: str
):
    run(owner, examined(asked_by).reader)
    found = examined("rejoinder_reader")
    assert found.hazards == ()
    assert found.reader == ()


def test_the_server_itself_refuses_that_role_every_write(
    folder: str, owner: psycopg.Connection, examined: Callable[..., Privileges]
):
    run(owner, examined("merchant").reader)
    with closing(connected(folder, "rejoinder_reader")) as reader:
        assert reader.execute("SHOW statement_timeout").fetchone() == ("1min",)
        assert reader.execute('SELECT name FROM names UNION SELECT "user" FROM "Odd One".city').fetchall()
        reader.execute("SET default_transaction_read_only = off")  # the rights alone are left to refuse
        for sql in _WRITES:
            with pytest.raises(
                (psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedTable)
            ) as refused:
                reader.execute(sql)
            assert refused.value.sqlstate == "42501", sql


def test_the_role_reads_a_table_that_is_made_later(
    folder: str, owner: psycopg.Connection, examined: Callable[..., Privileges]
):
    run(owner, examined("owner").reader)
    with closing(connected(folder, "merchant")) as merchant:
        merchant.execute("CREATE TABLE later (i int)")
    with closing(connected(folder, "rejoinder_reader")) as reader:
        assert reader.execute("SELECT count(*) FROM later").fetchone() == (0,)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("GRANT pg_read_all_data TO clerk", "passwords_readable"),
        ("GRANT pg_read_server_files TO clerk", "pg_read_server_files"),
        ("GRANT pg_write_server_files TO clerk", "server_files_written"),
        ("GRANT pg_execute_server_program TO clerk", "pg_execute_server_program"),
        ("GRANT EXECUTE ON FUNCTION pg_read_file(text) TO clerk", "server_files_read"),
        ("GRANT UPDATE (name) ON city TO clerk", "tables_writable"),
        ("GRANT USAGE ON SEQUENCE city_id_seq TO clerk", "sequences_writable"),
        ('GRANT CREATE ON SCHEMA "Odd One" TO clerk', "schema_writable"),
        ("GRANT CREATE ON DATABASE shop TO clerk", "schemas_made"),
        ("ALTER ROLE clerk CREATEROLE", "roles_made"),
        ("ALTER ROLE clerk BYPASSRLS", "bypassrls"),
        (
            "CREATE FUNCTION sweep() RETURNS void SECURITY DEFINER LANGUAGE sql AS 'DELETE FROM city'",
            "runs_as_owner",
        ),
    ],
)
def test_what_a_role_is_given_is_found_and_its_fix_takes_it_away(
    owner: psycopg.Connection, examined: Callable[..., Privileges], given: str, name: str
):
    assert name not in names(examined("clerk"))
    owner.execute(given)
    try:
        found = examined("clerk")
        assert name in names(found)
        for hazard in found.hazards:
            if hazard.fix.endswith(";"):
                owner.execute(hazard.fix)
        if name != "tables_writable" and name != "sequences_writable":
            assert name not in names(examined("clerk"))
    finally:
        owner.execute("REVOKE ALL ON FUNCTION pg_read_file(text) FROM clerk; DROP OWNED BY clerk")


def test_a_timeout_that_is_off_is_told_and_one_that_is_set_is_not(
    owner: psycopg.Connection, examined: Callable[..., Privileges]
):
    assert (
        named(examined("clerk"), "no_statement_timeout").fix
        == "ALTER ROLE clerk SET statement_timeout = '60s';"
    )
    owner.execute("ALTER ROLE clerk SET statement_timeout = '5s'")
    assert "no_statement_timeout" not in names(examined("clerk"))


@pytest.mark.usefixtures("owner")
def test_the_program_tells_a_finding_a_line_and_what_to_do(folder: str, tmp_path: Path):
    rejoinder = Program(tmp_path, environment(tmp_path))
    done = rejoinder("doctor", "--db", f"postgresql://merchant@/shop?host={folder}")
    assert done.code == 0, "all of it is stopped by other layers too"
    assert "Replica: no, a primary; encrypted connection: no" in done.out
    assert "note: `merchant` may write to 3 tables. Stopped all the same by: check, session." in done.out
    assert "Nothing but the check stops it; see docs/reference/security.md." in done.out
    assert "       CREATE ROLE rejoinder_reader LOGIN;\n" in done.out


def test_a_replica_is_told_from_a_primary():
    def as_standby(data: Path) -> None:
        (data / "standby.signal").touch()

    with servers.postgres({"max_connections": "100"}, prepare=as_standby) as folder:
        connector = postgresql.open(f"postgresql://owner@/postgres?host={folder}")
        found = connector.privileges()
        connector.close()
    assert found.replica is True
    assert "superuser" in names(found)
    assert "temporary_tables" not in names(found), "a replica takes no write"


def test_a_connection_that_can_be_read_on_its_way_is_told():
    """The server of the wheel knows no TLS; that an encrypted one is let pass is tested on MariaDB."""
    address, port = machine_address(), free_port()

    def let_everybody_in(data: Path) -> None:
        with (data / "pg_hba.conf").open("a") as rules:
            rules.write("host all all all trust\n")

    with servers.postgres({"listen_addresses": address, "port": port}, prepare=let_everybody_in):
        connector = postgresql.open(f"postgresql://owner@{address}:{port}/postgres")
        found = connector.privileges()
        connector.close()
    assert found.encrypted is False
    assert [hazard.name for hazard in found.hazards if not hazard.stopped_by] == ["not_encrypted"]
    assert address in named(found, "not_encrypted").sentence


def machine_address() -> str:
    """An address of this machine by which others reach it: what goes to a loopback address never leaves it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # of a network for documentation: nothing is sent
        except OSError:
            pytest.skip("this machine has no network")
        return str(probe.getsockname()[0])


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("", 0))
        return str(probe.getsockname()[1])


def run(owner: psycopg.Connection, statements: Sequence[str]) -> None:
    """As an administrator would: one after the other."""
    for statement in statements:
        owner.execute(statement.encode())
