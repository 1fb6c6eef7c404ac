"""What a PostgreSQL role could do beyond reading, tried: each in a savepoint of a transaction that is rolled back.

Nothing that exists is touched. What is made has a name that nobody has, and is gone with the transaction; the file
that is written to is in a folder that there isn't, which the server looks for only once it has let the role pass.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from rejoinder.connectors._pg_privileges import CHECK, CHECK_AND_SESSION, Role
from rejoinder.connectors._pg_session import Session
from rejoinder.terms.privileges import Hazard

_MOST_SCHEMAS = 200
_DENIED = "42501"
_NOTHING_TRIED = frozenset({"25006", "25P02"})
"""The transaction turned out to be read-only, or broken: that a try failed in it says nothing."""
_SCHEMAS = rf"""
SELECT nspname, quote_ident(nspname), pg_has_role(nspowner, 'USAGE') FROM pg_namespace
WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' ORDER BY 1 LIMIT {_MOST_SCHEMAS}
"""
_FUNCTIONS = """
SELECT DISTINCT proname::text FROM pg_proc
WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY(%s) AND has_function_privilege(oid, 'EXECUTE')
"""
_SIGNATURES = """
SELECT oid::regprocedure::text FROM pg_proc
WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY(%s) ORDER BY 1
"""
LARGE_OBJECTS = ("lo_creat", "lo_create", "lo_from_bytea")
LOG_OF_CHANGES = ("pg_logical_emit_message",)
_OUTSIDE = {
    "pg_read_file": ("server_files_read", "read files of the server"),
    "pg_read_binary_file": ("server_files_read", "read files of the server"),
    "lo_import": ("server_files_imported", "read files of the server into large objects"),
    "lo_export": ("server_files_exported", "write files on the server"),
    "pg_ls_dir": ("server_folders_listed", "list folders of the server"),
    "pg_stat_file": ("server_files_seen", "see which files the server has"),
    "pg_ls_logdir": ("server_logs_listed", "list the server's logs"),
    "pg_reload_conf": ("settings_reloaded", "make the server read its settings again"),
    "pg_switch_wal": ("log_switched", "switch the server's log of changes"),
    "pg_stat_reset": ("statistics_reset", "reset the server's statistics"),
}
"""Functions that the server doesn't grant to everybody. Calling some of them could not be undone."""


@dataclass(frozen=True, slots=True)
class Try:
    """One thing to try. `fix` takes it away from a role that isn't a superuser."""

    name: str
    sql: str
    does: str
    fix: str
    stopped_by: tuple[str, ...] = CHECK_AND_SESSION


def tried(session: Session, role: Role) -> Iterator[Hazard]:
    """What the server let pass. `session` is in a transaction that may write. Raises `psycopg.Error`."""
    for each in _tries(session, role):
        code = session.tried(each.sql)
        if code != _DENIED and code not in _NOTHING_TRIED:
            yield _found(role, each.name, each.does, each.fix, each.stopped_by)
    yield from _functions(session, role)


def signatures(session: Session, names: tuple[str, ...]) -> str:
    """Functions of the server as they are written in a GRANT."""
    return ", ".join(row[0] for row in session.rows(_SIGNATURES, (list(names),)))


def _tries(session: Session, role: Role) -> Iterator[Try]:
    scratch = f"rejoinder_doctor_{secrets.token_hex(8)}"
    yield Try(
        "temporary_tables",
        f"CREATE TEMPORARY TABLE {scratch} ()",
        "make temporary tables",
        role.fix(
            f"REVOKE TEMPORARY ON DATABASE {role.database} FROM PUBLIC, {role.quoted};",
            owns=role.owns_database,
        ),
    )
    yield Try(
        "schemas_made",
        f"CREATE SCHEMA {scratch}",
        "make schemas",
        role.fix(
            f"REVOKE CREATE ON DATABASE {role.database} FROM PUBLIC, {role.quoted};", owns=role.owns_database
        ),
    )
    for schema, quoted, owns in session.rows(_SCHEMAS):
        yield Try(
            "schema_writable",
            f"CREATE TABLE {quoted}.{scratch} ()",
            f"make tables and functions in the schema `{schema}`",
            role.fix(f"REVOKE CREATE ON SCHEMA {quoted} FROM PUBLIC, {role.quoted};", owns=owns),
        )
    yield Try("roles_made", f"CREATE ROLE {scratch}", "make roles", f"ALTER ROLE {role.quoted} NOCREATEROLE;")
    yield Try(
        "large_objects_made",
        "SELECT pg_catalog.lo_create(0)",
        "make large objects",
        f"REVOKE EXECUTE ON FUNCTION {signatures(session, LARGE_OBJECTS)} FROM PUBLIC, {role.quoted};",
    )
    yield Try(
        "server_files_written",
        f"COPY (SELECT 1) TO '/nonesuch/{scratch}'",
        "write files on the server (`COPY … TO`)",
        f"REVOKE pg_write_server_files FROM {role.quoted};",
        CHECK,
    )


def _functions(session: Session, role: Role) -> Iterator[Hazard]:
    for (function,) in sorted(session.rows(_FUNCTIONS, ([*_OUTSIDE, *LOG_OF_CHANGES],))):
        name, does = _OUTSIDE.get(
            function, ("log_of_changes_written", "write to the server's log of changes")
        )
        fix = f"REVOKE EXECUTE ON FUNCTION {signatures(session, (function,))} FROM PUBLIC, {role.quoted};"
        yield _found(role, name, f"{does} (`{function}`)", fix, CHECK)


def _found(role: Role, name: str, does: str, fix: str, stopped_by: tuple[str, ...]) -> Hazard:
    return Hazard(name=name, sentence=f"`{role.name}` may {does}.", fix=role.fix(fix), stopped_by=stopped_by)
