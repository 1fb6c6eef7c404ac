"""The statements that make a PostgreSQL role which can only read."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.connectors._pg_privileges import PROPER_TEMPORARY, PROPER_TIMEOUT, Role
from rejoinder.connectors._pg_session import Session
from rejoinder.connectors._pg_tries import LARGE_OBJECTS, LOG_OF_CHANGES

NAME = "rejoinder_reader"
_SCHEMAS = r"""
SELECT quote_ident(n.nspname), array_agg(DISTINCT quote_ident(r.rolname))
FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid JOIN pg_roles r ON r.oid = c.relowner
WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
  AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
GROUP BY n.oid, n.nspname ORDER BY 1
"""
_OPEN_SCHEMAS = r"""
SELECT quote_ident(nspname) FROM pg_namespace
WHERE nspname !~ '^pg_' AND has_schema_privilege('public', oid, 'CREATE') ORDER BY 1
"""
_TEMPORARY = "SELECT has_database_privilege('public', current_database(), 'TEMPORARY')"
_DATABASE_OPEN = "SELECT has_database_privilege('public', current_database(), 'CREATE')"
_FUNCTIONS = """
SELECT string_agg(oid::regprocedure::text, ', ' ORDER BY oid::regprocedure::text) FROM pg_proc
WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY(%s)
  AND has_function_privilege('public', oid, 'EXECUTE')
"""


def statements(session: Session, role: Role) -> Iterator[str]:
    """For an administrator to run, in this order. What this role may read is what the new one may.

    The new role has no password, so it can't be guessed; `\\password` of psql sets one and leaves it in no history.
    Raises `psycopg.Error`.
    """
    yield f"CREATE ROLE {NAME} LOGIN;"
    yield f"ALTER ROLE {NAME} SET default_transaction_read_only = 'on';"
    yield f"ALTER ROLE {NAME} SET statement_timeout = '{PROPER_TIMEOUT}';"
    yield f"ALTER ROLE {NAME} SET idle_in_transaction_session_timeout = '{PROPER_TIMEOUT}';"
    yield f"ALTER ROLE {NAME} SET temp_file_limit = '{PROPER_TEMPORARY}';"
    yield f"GRANT CONNECT ON DATABASE {role.database} TO {NAME};"
    for schema, owners in session.rows(_SCHEMAS):
        yield f"GRANT USAGE ON SCHEMA {schema} TO {NAME};"
        yield f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {NAME};"
        for owner in owners:
            yield f"ALTER DEFAULT PRIVILEGES FOR ROLE {owner} IN SCHEMA {schema} GRANT SELECT ON TABLES TO {NAME};"
    yield from _from_everybody(session, role)
    yield f"-- \\password {NAME}"


def _from_everybody(session: Session, role: Role) -> Iterator[str]:
    """What every role may do as long as PUBLIC may. A role that needs it is granted it by its name."""
    if session.rows(_TEMPORARY)[0][0]:
        yield f"REVOKE TEMPORARY ON DATABASE {role.database} FROM PUBLIC;"
    if session.rows(_DATABASE_OPEN)[0][0]:
        yield f"REVOKE CREATE ON DATABASE {role.database} FROM PUBLIC;"
    for (schema,) in session.rows(_OPEN_SCHEMAS):
        yield f"REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC;"
    functions = session.rows(_FUNCTIONS, ([*LARGE_OBJECTS, *LOG_OF_CHANGES],))[0][0]
    if functions:
        yield f"REVOKE EXECUTE ON FUNCTION {functions} FROM PUBLIC;"
