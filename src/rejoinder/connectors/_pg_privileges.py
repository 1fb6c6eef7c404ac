"""What a PostgreSQL role could do beyond reading, and the statements that take it away."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.connectors._pg_session import Session
from rejoinder.terms.privileges import Hazard, Privileges

_ROLE = """
SELECT current_user, r.rolsuper, r.rolcreaterole, r.rolcreatedb, r.rolreplication, r.rolbypassrls,
       pg_is_in_recovery(), current_setting('server_version'), current_database(),
       coalesce((SELECT s.ssl FROM pg_stat_ssl s WHERE s.pid = pg_backend_pid()), false)
FROM pg_roles r WHERE r.rolname = current_user
"""
_MEMBER = """
SELECT rolname FROM pg_roles WHERE pg_has_role(rolname, 'USAGE') AND rolname IN
('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files', 'pg_write_all_data', 'pg_signal_backend')
"""
_WRITABLE = r"""
SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
  AND n.nspname !~ '^pg_(toast|temp)' AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
"""
_CREATES = r"""
SELECT n.nspname FROM pg_namespace n WHERE n.nspname !~ '^pg_' AND has_schema_privilege(n.oid, 'CREATE')
ORDER BY n.nspname
"""
_OUTSIDE = {
    "pg_execute_server_program": "run programs on the server (`COPY … TO PROGRAM`)",
    "pg_read_server_files": "read files of the server (`pg_read_file`)",
    "pg_write_server_files": "write files on the server (`COPY … TO`)",
    "pg_write_all_data": "write to every table",
    "pg_signal_backend": "stop other people's statements (`pg_terminate_backend`)",
}
_NOT_STOPPED = frozenset({"pg_write_all_data"})


def read(session: Session) -> Privileges:
    """The role, the server, and the hazards. Raises `psycopg.Error`."""
    row = session.rows(_ROLE)[0]
    role, superuser, version, database = row[0], row[1], row[7], row[8]
    hazards = [*_of_the_role(role, superuser), *_of_memberships(session, role, superuser)]
    hazards += _of_objects(session, role, database)
    return Privileges(
        role=role,
        engine=f"PostgreSQL {version.partition(' ')[0]}",
        replica=row[6],
        encrypted=row[9],
        hazards=tuple(hazards),
    )


def reader(database: str) -> str:
    """The statements that make a role which can only read."""
    return (
        f"CREATE ROLE rejoinder_reader LOGIN PASSWORD '…'; GRANT CONNECT ON DATABASE \"{database}\" TO "
        "rejoinder_reader; GRANT pg_read_all_data TO rejoinder_reader; "
        "ALTER ROLE rejoinder_reader SET default_transaction_read_only = on;"
    )


def _of_the_role(role: str, superuser: bool) -> Iterator[Hazard]:
    if superuser:
        yield Hazard(
            name="superuser",
            sentence=f"`{role}` is a superuser: it may read and write files, run programs and pass every rule.",
            fix=f"Connect as a role that can only read: {reader('DATABASE')}",
            stopped_by=("check",),
        )


def _of_memberships(session: Session, role: str, superuser: bool) -> Iterator[Hazard]:
    if superuser:
        return
    for (name,) in session.rows(_MEMBER):
        yield Hazard(
            name=name,
            sentence=f"`{role}` is a member of `{name}`, so it may {_OUTSIDE[name]}.",
            fix=f'REVOKE {name} FROM "{role}";',
            stopped_by=("check", "session") if name in _NOT_STOPPED else ("check",),
        )


def _of_objects(session: Session, role: str, database: str) -> Iterator[Hazard]:
    count = session.rows(_WRITABLE)[0][0]
    if count:
        yield Hazard(
            name="tables_writable",
            sentence=f"`{role}` may write to {count:,} tables.",
            fix=f"Connect as a role that can only read: {reader(database)}",
            stopped_by=("check", "session"),
        )
    for (schema,) in session.rows(_CREATES):
        yield Hazard(
            name="schema_writable",
            sentence=f"`{role}` may create tables and functions in the schema `{schema}`.",
            fix=f'REVOKE CREATE ON SCHEMA "{schema}" FROM "{role}"; REVOKE CREATE ON SCHEMA "{schema}" FROM PUBLIC;',
            stopped_by=("check", "session"),
        )
