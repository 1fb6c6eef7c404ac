"""What a PostgreSQL role could do beyond reading: what the server says of it, without trying anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rejoinder.connectors._pg_session import Session
from rejoinder.connectors._transport import in_the_open
from rejoinder.terms.privileges import Hazard

CONNECT = "Connect as a role that can only read: the statements that make one are below."
CHECK = ("check",)
CHECK_AND_SESSION = ("check", "session")
PROPER_TIMEOUT, PROPER_TEMPORARY = "60s", "1GB"

_ROLE = """
SELECT current_user, r.rolsuper, current_database(), current_setting('server_version'), pg_is_in_recovery(),
       coalesce((SELECT s.ssl FROM pg_stat_ssl s WHERE s.pid = pg_backend_pid()), false),
       coalesce(host(inet_server_addr()), ''), quote_ident(current_user), quote_ident(current_database()),
       pg_has_role(d.datdba, 'USAGE'), r.rolcreatedb, r.rolreplication, r.rolbypassrls
FROM pg_roles r JOIN pg_database d ON d.datname = current_database() WHERE r.rolname = current_user
"""
_MEMBER = (
    "SELECT rolname FROM pg_roles WHERE pg_has_role(rolname, 'USAGE') AND rolname = ANY(%s) ORDER BY rolname"
)
_MAY_WRITE = "'INSERT, UPDATE, DELETE, TRUNCATE'"
_TABLES = rf"""
SELECT count(*) FILTER (WHERE has_table_privilege(c.oid, {_MAY_WRITE})
                           OR has_any_column_privilege(c.oid, 'INSERT, UPDATE')),
       count(*) FILTER (WHERE pg_has_role(c.relowner, 'USAGE'))
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
  AND n.nspname !~ '^pg_(toast|temp)'
"""
_SEQUENCES = r"""
SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'S' AND n.nspname !~ '^pg_'
  AND CASE WHEN c.relkind = 'S' THEN has_sequence_privilege(c.oid, 'USAGE, UPDATE') END
"""
_AS_OWNER = r"""
SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE p.prosecdef AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND has_schema_privilege(n.oid, 'USAGE') AND has_function_privilege(p.oid, 'EXECUTE')
  AND NOT pg_has_role(p.proowner, 'USAGE') ORDER BY 1
"""
_SETTINGS = "SELECT name, reset_val FROM pg_settings WHERE name = ANY(%s)"
"""What the session was given at its beginning: rejoinder's own settings are laid over it."""
_PASSWORDS = "SELECT has_table_privilege('pg_catalog.pg_authid', 'SELECT')"

_ENCRYPT = "Add `sslmode=verify-full` to the URL; the server needs `ssl = on`."
_GROUPS = {
    "pg_execute_server_program": ("run programs on the server (`COPY … TO PROGRAM`)", CHECK),
    "pg_read_server_files": ("read files of the server (`COPY … FROM`)", CHECK),
    "pg_write_server_files": ("write files on the server (`COPY … TO`)", CHECK),
    "pg_read_all_data": ("read every table, those with passwords and of other teams included", CHECK),
    "pg_write_all_data": ("write to every table", CHECK_AND_SESSION),
    "pg_signal_backend": ("stop other people's statements (`pg_terminate_backend`)", CHECK),
    "pg_read_all_stats": ("read other people's statements (`pg_stat_activity`)", CHECK),
    "pg_maintain": ("lock and rebuild every table (`REINDEX`, `VACUUM FULL`)", CHECK_AND_SESSION),
    "pg_create_subscription": ("send rows to another server (`CREATE SUBSCRIPTION`)", CHECK_AND_SESSION),
    "pg_checkpoint": ("force checkpoints", CHECK_AND_SESSION),
}
_LIMITS = {
    "statement_timeout": (
        ("0",),
        "no `statement_timeout` of its own, so only the one that rejoinder sets for each statement stops it",
        PROPER_TIMEOUT,
    ),
    "idle_in_transaction_session_timeout": (
        ("0",),
        "no `idle_in_transaction_session_timeout`, so a client that hangs keeps its transaction open",
        PROPER_TIMEOUT,
    ),
    "temp_file_limit": (
        ("-1",),
        "no `temp_file_limit`, so a single sort may fill the server's disk until its time is up",
        PROPER_TEMPORARY,
    ),
    "default_transaction_read_only": (
        ("off",),
        "`default_transaction_read_only` off, so only rejoinder's own session keeps it from writing",
        "on",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """Who is connected to what. `quoted` and `database` are as they are written in a statement."""

    name: str
    quoted: str
    database: str
    superuser: bool
    owns_database: bool
    version: str
    replica: bool
    encrypted: bool
    address: str
    """The server's address; "" for a socket of this machine."""
    may: tuple[bool, bool, bool]
    """Make databases, replicate, pass row level security."""

    def fix(self, statements: str, *, owns: bool = False) -> str:
        """Statements that take something from this role; nothing can be taken from a superuser or an owner."""
        return CONNECT if self.superuser or owns else statements


def role_of(session: Session) -> Role:
    """Raises `psycopg.Error`."""
    name, superuser, _, version, replica, encrypted, address, quoted, database, owns, *may = session.rows(
        _ROLE
    )[0]
    return Role(
        name=name,
        quoted=quoted,
        database=database,
        superuser=superuser,
        owns_database=owns,
        version=version.partition(" ")[0],
        replica=replica,
        encrypted=encrypted,
        address=address,
        may=(may[0], may[1], may[2]),
    )


def hazards(session: Session, role: Role) -> Iterator[Hazard]:
    """What the server's own catalog says. Raises `psycopg.Error`."""
    yield from in_the_open(role.address, encrypted=role.encrypted, fix=_ENCRYPT)
    if role.superuser:
        yield Hazard(
            name="superuser",
            sentence=f"`{role.name}` is a superuser: it may read and write files, run programs and pass every rule.",
            fix=CONNECT,
            stopped_by=CHECK,
        )
    else:
        yield from _of_the_role(role)
        yield from _of_groups(session, role)
    yield from _of_objects(session, role)
    yield from _limits_off(session, role)


def _of_the_role(role: Role) -> Iterator[Hazard]:
    words = (
        ("createdb", "make databases", "NOCREATEDB", CHECK_AND_SESSION),
        ("replication", "copy the whole server (`REPLICATION`)", "NOREPLICATION", CHECK),
        ("bypassrls", "read rows that row level security hides from others", "NOBYPASSRLS", ()),
    )
    for (name, does, without, stopped_by), may in zip(words, role.may, strict=True):
        if may:
            yield Hazard(
                name=name,
                sentence=f"`{role.name}` may {does}.",
                fix=f"ALTER ROLE {role.quoted} {without};",
                stopped_by=stopped_by,
            )


def _of_groups(session: Session, role: Role) -> Iterator[Hazard]:
    for (name,) in session.rows(_MEMBER, (list(_GROUPS),)):
        does, stopped_by = _GROUPS[name]
        yield Hazard(
            name=name,
            sentence=f"`{role.name}` is a member of `{name}`, so it may {does}.",
            fix=f"REVOKE {name} FROM {role.quoted};",
            stopped_by=stopped_by,
        )
    if session.rows(_PASSWORDS)[0][0]:
        yield Hazard(
            name="passwords_readable",
            sentence=f"`{role.name}` may read the passwords of all roles as they are stored (`pg_authid`).",
            fix=f"REVOKE pg_read_all_data FROM {role.quoted}; REVOKE ALL ON pg_catalog.pg_authid FROM {role.quoted};",
            stopped_by=CHECK,
        )


def _of_objects(session: Session, role: Role) -> Iterator[Hazard]:
    writable, owned = session.rows(_TABLES)[0]
    sequences = session.rows(_SEQUENCES)[0][0]
    for name, count, does in (
        ("tables_writable", writable, f"write to {_counted(writable, 'table')}"),
        ("tables_owned", owned, f"drop {_counted(owned, 'table')} or give them away, as their owner"),
        ("sequences_writable", sequences, f"take numbers from {_counted(sequences, 'sequence')}"),
    ):
        if count:
            yield Hazard(
                name=name,
                sentence=f"`{role.name}` may {does}.",
                fix=CONNECT,
                stopped_by=CHECK_AND_SESSION,
            )
    if role.superuser:
        return
    for (function,) in session.rows(_AS_OWNER):
        yield Hazard(
            name="runs_as_owner",
            sentence=f"`{role.name}` may call `{function}`, which runs with the rights of its owner.",
            fix=f"REVOKE EXECUTE ON ROUTINE {function} FROM PUBLIC, {role.quoted};",
            stopped_by=CHECK_AND_SESSION,
        )


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _limits_off(session: Session, role: Role) -> Iterator[Hazard]:
    writes = bool(session.rows(_TABLES)[0][0])  # a program that writes may depend on having no limit
    for name, value in session.rows(_SETTINGS, (list(_LIMITS),)):
        off, has, proper = _LIMITS[name]
        if value in off:
            yield Hazard(
                name=f"no_{name}",
                sentence=f"`{role.name}` has {has}.",
                fix=role.fix(f"ALTER ROLE {role.quoted} SET {name} = '{proper}';", owns=writes),
                stopped_by=("session",),
            )
