"""What a statement could do in this process's DuckDB beyond reading the file, tried past the session's own guard."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

from rejoinder.connectors._duckdb_session import Session
from rejoinder.terms.privileges import Hazard

_OTHERS = ("check", "session")
_FIX = "Report it: the sandbox of this version of DuckDB has a hole. Until then ask a copy of the file."


def tried(session: Session, path: Path) -> Iterator[Hazard]:
    """What the engine let pass. Nothing is touched: what is written to is in a folder that there isn't.

    Raises `duckdb.Error`.
    """
    scratch = f"rejoinder_doctor_{secrets.token_hex(8)}"
    for name, sql, does in (
        ("tables_writable", f"CREATE TABLE {scratch} (i INTEGER)", "make tables in the file"),
        (
            "files_read",
            f"SELECT count(*) FROM read_blob({_text(path.parent / scratch)})",
            "read files of this machine",
        ),
        ("files_written", f"COPY (SELECT 1) TO {_text(path.parent / scratch / 'made')}", "write files"),
        ("files_attached", f"ATTACH {_text(path.parent / scratch / 'made')}", "attach other databases"),
        (
            "code_loaded",
            f"LOAD {_text(path.parent / scratch / 'made.duckdb_extension')}",
            "load code into this process",
        ),
        ("settings_changed", "SET threads = 1", "change the engine's settings"),
    ):
        if session.allows(sql):
            yield Hazard(
                name=name, sentence=f"A statement could {does}: it was tried.", fix=_FIX, stopped_by=_OTHERS
            )


def _text(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
