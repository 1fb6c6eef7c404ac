"""What a MySQL or MariaDB user could do beyond reading: its grants, those of its roles, and what is off.

A definition commits by itself here, so nothing is made to try it: the grants are what the server goes by. What can
be tried by reading alone is: a file that every server has, and the passwords, of which no row is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rejoinder.connectors._my_session import Session
from rejoinder.connectors._transport import in_the_open
from rejoinder.terms.privileges import Hazard

CONNECT = "Connect as a user who can only read: the statements that make one are below."
CHECK = ("check",)
CHECK_AND_SESSION = ("check", "session")
PROPER_SECONDS = 60

_GRANT = re.compile(r"GRANT (?P<what>.+?) ON (?P<where>.+?) TO (?P<rest>.+)", re.IGNORECASE | re.DOTALL)
_RIGHT = re.compile(r"([^,()]*[^,()\s])(\s*\([^)]*\))?")
_SECONDS = re.compile(r"MAX_STATEMENT_TIME (?P<seconds>[\d.]+)")
_GRANT_OPTION = "WITH GRANT OPTION"
_EVERYWHERE = "*.*"
_HARMLESS = frozenset({"USAGE", "SELECT", "SHOW VIEW", "SHOW DATABASES", "EXECUTE", "PROXY"})
_ALL = "ALL PRIVILEGES"
_OUTSIDE = {
    "FILE": "read and write files of the server (`LOAD_FILE`, `INTO OUTFILE`){reach}",
    "SUPER": "change the server's settings and stop other people's statements",
    "CONNECTION ADMIN": "stop other people's statements",
    "SET USER": "do what other users may",
    "SHUTDOWN": "stop the server",
    "PROCESS": "read other people's statements",
    _ALL: "do everything, files of the server included{reach}",
}
"""What a session that only reads doesn't stop, where it is granted on everything."""
_FILE = "SELECT LENGTH(LOAD_FILE(CONCAT(@@character_sets_dir, 'Index.xml')))"
_PASSWORDS = ("SELECT 1 FROM mysql.global_priv LIMIT 0", "SELECT 1 FROM mysql.user LIMIT 0")
_AS_OWNER = """
SELECT routine_type, routine_schema, routine_name FROM information_schema.routines
WHERE security_type = 'DEFINER' AND definer <> CURRENT_USER()
  AND routine_schema NOT IN ('mysql', 'sys', 'information_schema', 'performance_schema') ORDER BY 2, 3
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """Who is connected to what. `account` is as it is written in a statement."""

    name: str
    account: str
    host: str
    database: str
    address: str
    """The server's address; "" for a socket of this machine."""
    encrypted: bool
    replica: bool | None
    grants: tuple[tuple[str, str], ...]
    """Each with the account or role that has it."""


def user_of(session: Session) -> User:
    """Raises `pymysql.err.Error`."""
    name, database = session.rows("SELECT CURRENT_USER(), DATABASE()")[0]
    cipher = session.rows("SHOW SESSION STATUS LIKE 'Ssl_cipher'")
    who, _, host = str(name).rpartition("@")
    account = f"{quoted(who)}@{quoted(host)}"
    return User(
        name=str(name),
        account=account,
        host=host,
        database=str(database),
        address=session.server,
        encrypted=bool(cipher and cipher[0][1]),
        replica=_is_replica(session),
        grants=tuple(_grants(session, account)),
    )


def hazards(session: Session, user: User) -> Iterator[Hazard]:
    """What the server says, and what it let pass. Raises `pymysql.err.Error`."""
    fix = "Add `ssl_ca=/path/of/the/server's/ca.pem` to the URL."
    yield from in_the_open(user.address, encrypted=user.encrypted, fix=fix)
    reach = _reach(session)
    for grant, holder in user.grants:
        found = _GRANT.match(grant)
        if found is not None:
            yield from _of_a_grant(user, holder, found, reach)
    yield from _tried(session, user)
    if _may_execute(user):
        yield from _as_owner(session, user)
    yield from _limits_off(session, user)
    if user.replica and not _takes_no_writes(session):
        yield Hazard(
            name="replica_writable",
            sentence="This is a replica, and it takes writes of its own.",
            fix="SET GLOBAL read_only = ON;",
            stopped_by=CHECK_AND_SESSION,
        )


def quoted(name: str) -> str:
    """A name as it is written in a statement."""
    return f"`{name.replace('`', '``')}`"


def _is_replica(session: Session) -> bool | None:
    """MariaDB tells everybody how many replications run; MySQL tells only that the server takes no writes."""
    if _takes_no_writes(session):
        return True
    if not session.is_mariadb:
        return None
    running = session.rows("SHOW GLOBAL STATUS LIKE 'Slaves_running'")
    return bool(running and int(running[0][1]))


def _takes_no_writes(session: Session) -> bool:
    return session.rows("SELECT @@global.read_only")[0][0] not in (0, "OFF")


def _grants(session: Session, account: str) -> Iterator[tuple[str, str]]:
    """The user's, and those of each role that it could take on: MariaDB shows them to who has taken it on."""
    for (grant,) in session.rows("SHOW GRANTS"):
        yield str(grant), account
    if session.is_mariadb:
        for (role,) in session.rows("SELECT role_name FROM information_schema.applicable_roles"):
            for grant in session.grants_of(quoted(str(role))):
                yield grant, quoted(str(role))


def _of_a_grant(user: User, holder: str, grant: re.Match[str], reach: str) -> Iterator[Hazard]:
    """A hazard for each right that a session doesn't stop, and one for all the others of this grant."""
    where = grant["where"]
    rest = [each for each in _listed(grant["what"]) if _bare(each) not in _HARMLESS]
    outside = [each for each in rest if each in _OUTSIDE and where == _EVERYWHERE]
    for right in outside:
        yield Hazard(
            name=right.lower().replace(" ", "_"),
            sentence=f"{_who(user, holder)} may {_OUTSIDE[right].format(reach=reach)}.",
            fix=CONNECT if right == _ALL else f"REVOKE {right} ON {where} FROM {holder};",
            stopped_by=CHECK,
        )
    rest = [each for each in rest if each not in outside]
    if _GRANT_OPTION in grant["rest"] and "PROXY" not in grant["what"].upper():
        rest.append("GRANT OPTION")
    if rest:
        yield Hazard(
            name="more_than_reading",
            sentence=f"{_who(user, holder)} may use {', '.join(rest)} on {where}.",
            fix=CONNECT
            if _ALL in [*outside, *rest]
            else f"REVOKE {', '.join(rest)} ON {where} FROM {holder};",
            stopped_by=CHECK_AND_SESSION,
        )


def _reach(session: Session) -> str:
    """Which files the FILE privilege reaches. NULL is no folder to MySQL, and any folder to MariaDB."""
    folder = session.rows("SELECT @@global.secure_file_priv")[0][0]
    if folder:
        return f" in `{folder}`"
    return (
        " in any folder"
        if session.is_mariadb or folder is not None
        else ", were it not for `secure_file_priv`"
    )


def _who(user: User, holder: str) -> str:
    return holder if holder == user.account else f"{user.account}, who may take on the role {holder},"


def _tried(session: Session, user: User) -> Iterator[Hazard]:
    if session.tried(_FILE):
        yield Hazard(
            name="server_files_read",
            sentence=f"{user.account} may read files of the server: it was tried (`LOAD_FILE`).",
            fix=CONNECT if _has_all(user) else f"REVOKE FILE ON *.* FROM {user.account};",
            stopped_by=CHECK,
        )
    if any(session.tried(each) is not None for each in _PASSWORDS):
        yield Hazard(
            name="passwords_readable",
            sentence=f"{user.account} may read the passwords of all users as they are stored.",
            fix=CONNECT,
            stopped_by=CHECK,
        )


def _has_all(user: User) -> bool:
    found = [each for grant, _ in user.grants if (each := _GRANT.match(grant))]
    return any(each["where"] == _EVERYWHERE and _ALL in _listed(each["what"]) for each in found)


def _may_execute(user: User) -> bool:
    rights = {
        right
        for grant, _ in user.grants
        if (found := _GRANT.match(grant))
        for right in _listed(found["what"])
    }
    return bool(rights & {"EXECUTE", "ALL PRIVILEGES"})


def _as_owner(session: Session, user: User) -> Iterator[Hazard]:
    for kind, schema, name in session.rows(_AS_OWNER):
        routine = f"{quoted(schema)}.{quoted(name)}"
        yield Hazard(
            name="runs_as_owner",
            sentence=f"{user.account} may see and perhaps call the {str(kind).lower()} {routine}, which runs with the "
            "rights of its owner.",
            fix=f"Revoke EXECUTE on it, or alter it: ALTER {kind} {routine} SQL SECURITY INVOKER;",
            stopped_by=CHECK_AND_SESSION,
        )


def _limits_off(session: Session, user: User) -> Iterator[Hazard]:
    name = "max_statement_time" if session.is_mariadb else "max_execution_time"
    own = any((found := _SECONDS.search(grant)) and float(found["seconds"]) for grant, _ in user.grants)
    if own or float(session.rows(f"SELECT @@global.{name}")[0][0]):
        return
    fix = f"ALTER USER {user.account} WITH MAX_STATEMENT_TIME {PROPER_SECONDS};"
    yield Hazard(
        name=f"no_{name}",
        sentence=f"{user.account} has no `{name}` of its own, so only the one that rejoinder sets for each statement "
        "stops it.",
        fix=fix if session.is_mariadb else f"SET PERSIST max_execution_time = {PROPER_SECONDS * 1000};",
        stopped_by=("session",),
    )


def _listed(what: str) -> list[str]:
    """`select, UPDATE (a, b), FILE` as `SELECT`, `UPDATE (a, b)`, `FILE`."""
    return [f"{right.strip().upper()}{columns}" for right, columns in _RIGHT.findall(what)]


def _bare(right: str) -> str:
    """A right without its columns."""
    return right.partition("(")[0].strip()
