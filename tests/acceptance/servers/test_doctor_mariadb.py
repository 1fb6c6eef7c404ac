"""What `doctor` says of users on a real MariaDB; the statements it prints make one that it has nothing to say of."""

from __future__ import annotations

import datetime as dt
import socket as sockets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pymysql
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from tests.acceptance.cli.program import Program, environment
from tests.contract.connectors import servers

from rejoinder.connectors import mariadb
from rejoinder.terms.privileges import Hazard, Privileges

_MADE = (
    "CREATE DATABASE my_shop",
    "CREATE DATABASE myxshop",
    "CREATE TABLE myxshop.secret (i int)",
    "CREATE TABLE my_shop.city (id int PRIMARY KEY, name text)",
    "INSERT INTO my_shop.city VALUES (1, 'Ayr')",
    "CREATE VIEW my_shop.names AS SELECT name FROM my_shop.city",
    "CREATE PROCEDURE my_shop.sweep() DELETE FROM my_shop.city",
    "CREATE ROLE packer",
    "CREATE USER merchant@localhost",
    "GRANT ALL PRIVILEGES ON my_shop.* TO merchant@localhost WITH GRANT OPTION",
    "CREATE USER clerk@localhost WITH MAX_STATEMENT_TIME 5",
    "GRANT SELECT ON my_shop.* TO clerk@localhost",
)
_LEFT = (
    "SELECT host, user, priv FROM mysql.global_priv ORDER BY 1, 2",
    "SELECT user, db FROM mysql.db ORDER BY 1, 2",
    "SELECT table_schema, table_name, table_rows FROM information_schema.tables ORDER BY 1, 2",
)
_WRITES = (
    "INSERT INTO city VALUES (2, 'Cork')",
    "UPDATE city SET name = 'Cork'",
    "DELETE FROM city",
    "TRUNCATE city",
    "DROP TABLE city",
    "CREATE TABLE made (i int)",
    "CREATE TEMPORARY TABLE made (i int)",
    "CALL sweep()",
    "SELECT 1 INTO OUTFILE '/tmp/made'",
    "SELECT * FROM myxshop.secret",
    "SELECT * FROM mysql.global_priv",
    "CREATE USER made@localhost",
    "SET GLOBAL max_connections = 1",
)

Examined = Callable[..., Privileges]


@pytest.fixture(scope="module")
def socket() -> Iterator[str]:
    with servers.mariadb() as path:
        yield path


@pytest.fixture
def owner(socket: str) -> Iterator[pymysql.cursors.Cursor]:
    """Root's cursor, on a server with the shop of `merchant`, which `clerk` may read."""
    with (
        closing(pymysql.connect(unix_socket=socket, user="root")) as connection,
        connection.cursor() as cursor,
    ):
        for each in _MADE:
            cursor.execute(each)
        yield cursor
        for each in ("my_shop", "myxshop"):
            cursor.execute(f"DROP DATABASE {each}")
        cursor.execute("DROP ROLE packer")
        for each in ("merchant", "clerk", "rejoinder_reader"):
            cursor.execute(f"DROP USER IF EXISTS {each}@localhost")


@pytest.fixture
def examined(socket: str) -> Examined:
    """What the connector says of a user."""
    return lambda user: examine(f"mariadb://{user}@localhost/my_shop?unix_socket={socket}")


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder of its own that the server's user can reach, which a test's usual folder needn't be."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


def examine(url: str) -> Privileges:
    connector = mariadb.open(url)
    try:
        return connector.privileges()
    finally:
        connector.close()


def names(privileges: Privileges) -> set[str]:
    return {hazard.name for hazard in privileges.hazards}


def named(privileges: Privileges, name: str) -> Hazard:
    return next(hazard for hazard in privileges.hazards if hazard.name == name)


def make_reader(owner: pymysql.cursors.Cursor, privileges: Privileges) -> None:
    """As an administrator would, who gives it a password at last: the last line is for that."""
    *statements, last = privileges.reader
    for statement in statements:
        owner.execute(statement)
    assert last.startswith("-- ALTER USER")
    owner.execute(last.removeprefix("-- ").replace("A PASSWORD OF YOUR OWN", "sesame"))


@pytest.mark.usefixtures("owner")
def test_root_is_told_with_what_only_the_check_stops(examined: Examined):
    found = examined("root")
    alone = {hazard.name for hazard in found.hazards if hazard.stopped_by == ("check",)}
    assert alone == {"all_privileges", "server_files_read", "passwords_readable"}


@pytest.mark.usefixtures("owner")
def test_an_ordinary_owner_is_told_what_it_could_do_in_its_own_database(examined: Examined):
    found = examined("merchant")
    assert "ALL PRIVILEGES, GRANT OPTION on `my_shop`.*" in named(found, "more_than_reading").sentence
    assert not {"all_privileges", "server_files_read", "passwords_readable"} & names(found)


@pytest.mark.usefixtures("owner")
def test_a_user_who_may_only_read_has_nothing_to_put_right(examined: Examined):
    assert examined("clerk").hazards == ()


def test_examining_leaves_nothing_behind(owner: pymysql.cursors.Cursor, examined: Examined):
    def left() -> list[object]:
        seen = []
        for each in _LEFT:
            owner.execute(each)
            seen.append(owner.fetchall())
        return seen

    owner.execute("GRANT packer TO clerk@localhost")
    before = left()
    for user in ("root", "merchant", "clerk"):
        examined(user)
    assert left() == before


@pytest.mark.parametrize("asked_by", ["root", "merchant"])
def test_the_statements_it_prints_make_a_user_that_it_has_nothing_to_say_of(
    owner: pymysql.cursors.Cursor, examined: Examined, asked_by: str
):
    make_reader(owner, examined(asked_by))
    found = examined("rejoinder_reader:sesame")
    assert found.hazards == ()
    assert found.reader == ()


def test_that_user_is_locked_until_it_has_a_password(
    owner: pymysql.cursors.Cursor, examined: Examined, socket: str
):
    for statement in examined("root").reader[:-1]:
        owner.execute(statement)
    with pytest.raises(pymysql.err.OperationalError, match="locked"):
        pymysql.connect(unix_socket=socket, user="rejoinder_reader")


def test_the_server_itself_refuses_that_user_every_write(
    owner: pymysql.cursors.Cursor, examined: Examined, socket: str
):
    make_reader(owner, examined("merchant"))
    with (
        closing(
            pymysql.connect(
                unix_socket=socket, user="rejoinder_reader", password="sesame", database="my_shop"
            )
        ) as connection,
        connection.cursor() as reader,
    ):
        reader.execute("SELECT name, @@max_statement_time FROM names")
        assert reader.fetchall() == (("Ayr", 60.0),)
        for sql in _WRITES:
            with pytest.raises(pymysql.err.MySQLError) as refused:
                reader.execute(sql)
            assert refused.value.args[0] in {1044, 1045, 1142, 1227, 1370}, (sql, refused.value)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("GRANT FILE ON *.* TO clerk@localhost", "server_files_read"),
        ("GRANT FILE ON *.* TO clerk@localhost", "file"),
        ("GRANT PROCESS ON *.* TO clerk@localhost", "process"),
        ("GRANT INSERT, UPDATE ON my_shop.* TO clerk@localhost", "more_than_reading"),
        ("GRANT UPDATE (name) ON my_shop.city TO clerk@localhost", "more_than_reading"),
        ("GRANT CREATE TEMPORARY TABLES ON my_shop.* TO clerk@localhost", "more_than_reading"),
    ],
)
def test_what_a_user_is_given_is_found_and_its_fix_takes_it_away(
    owner: pymysql.cursors.Cursor, examined: Examined, given: str, name: str
):
    owner.execute(given)
    found = examined("clerk")
    assert name in names(found)
    for fix in dict.fromkeys(hazard.fix for hazard in found.hazards):
        owner.execute(fix)
    assert examined("clerk").hazards == ()


def test_what_a_role_that_could_be_taken_on_may_do_is_found(
    owner: pymysql.cursors.Cursor, examined: Examined
):
    owner.execute("GRANT DELETE ON my_shop.city TO packer")
    owner.execute("GRANT packer TO clerk@localhost")
    found = named(examined("clerk"), "more_than_reading")
    assert "who may take on the role `packer`, may use DELETE on `my_shop`.`city`" in found.sentence
    owner.execute(found.fix)
    assert examined("clerk").hazards == ()


def test_a_routine_that_runs_with_other_rights_is_found(owner: pymysql.cursors.Cursor, examined: Examined):
    owner.execute("GRANT EXECUTE ON my_shop.* TO clerk@localhost")
    assert "the procedure `my_shop`.`sweep`" in named(examined("clerk"), "runs_as_owner").sentence


def test_a_timeout_that_is_off_is_told_and_one_that_is_set_is_not(
    owner: pymysql.cursors.Cursor, examined: Examined
):
    owner.execute("ALTER USER clerk@localhost WITH MAX_STATEMENT_TIME 0")
    owner.execute(named(examined("clerk"), "no_max_statement_time").fix)
    assert examined("clerk").hazards == ()


def test_a_server_that_takes_no_writes_is_a_replica(owner: pymysql.cursors.Cursor, examined: Examined):
    assert examined("clerk").replica is False
    owner.execute("SET GLOBAL read_only = ON")
    try:
        assert examined("clerk").replica is True
    finally:
        owner.execute("SET GLOBAL read_only = OFF")


@pytest.mark.usefixtures("owner")
def test_the_program_tells_a_finding_a_line_and_what_to_do(socket: str, tmp_path: Path):
    rejoinder = Program(tmp_path, environment(tmp_path))
    done = rejoinder("doctor", "--db", f"mariadb://merchant@localhost/my_shop?unix_socket={socket}")
    assert done.code == 0, "all of it is stopped by other layers too"
    assert "Replica: no, a primary; encrypted connection: no" in done.out
    assert "       GRANT SELECT, SHOW VIEW ON `my\\_shop`.* TO `rejoinder_reader`@`localhost`;\n" in done.out


@pytest.mark.parametrize("encrypted", [False, True])
def test_a_connection_that_can_be_read_on_its_way_is_told(public: Path, encrypted: bool):
    address, port = machine_address(), free_port()
    certify(public, address)
    files = (f"--ssl-cert={public}/cert.pem", f"--ssl-key={public}/key.pem") if encrypted else ()
    options = ("--skip-networking=0", f"--bind-address={address}", f"--port={port}", *files)
    with servers.mariadb(*options) as path, closing(pymysql.connect(unix_socket=path, user="root")) as root:
        for each in ("DATABASE my_shop", "USER far WITH MAX_STATEMENT_TIME 5"):
            root.cursor().execute(f"CREATE {each}")
        root.cursor().execute("GRANT SELECT ON my_shop.* TO far")
        found = examine(f"mariadb://far@{address}:{port}/my_shop")
    assert found.encrypted is encrypted
    assert names(found) == (set() if encrypted else {"not_encrypted"})
    assert all("REQUIRE SSL" in statement for statement in found.reader[:1])


def machine_address() -> str:
    """An address of this machine by which others reach it: what goes to a loopback address never leaves it."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # of a network for documentation: nothing is sent
        except OSError:
            pytest.skip("this machine has no network")
        return str(probe.getsockname()[0])


def free_port() -> str:
    with sockets.socket() as probe:
        probe.bind(("", 0))
        return str(probe.getsockname()[1])


def certify(folder: Path, address: str) -> None:
    """A key and a certificate that signed itself, which the server's user can read."""
    key = rsa.generate_private_key(65537, 2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, address)])
    day = dt.datetime(2020, 1, 1)
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, day, day.replace(year=2120))
    certificate = builder.sign(key, hashes.SHA256())
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "key.pem").write_bytes(private)
    (folder / "cert.pem").write_bytes(certificate.public_bytes(pem))
