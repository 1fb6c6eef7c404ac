"""What a MySQL or MariaDB user could do beyond reading, and the statements that take it away."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rejoinder.connectors._my_session import Session
from rejoinder.terms.privileges import Hazard, Privileges

_GRANT = re.compile(r"GRANT (?P<what>.+?) ON (?P<where>.+?) TO ", re.IGNORECASE | re.DOTALL)
_HARMLESS = frozenset({"USAGE", "SELECT", "SHOW VIEW", "SHOW DATABASES", "EXECUTE", "PROXY"})
_OUTSIDE = {
    "FILE": "read and write files of the server (`LOAD_FILE`, `INTO OUTFILE`)",
    "SUPER": "change the server's settings and stop other people's statements",
    "PROCESS": "see other people's statements",
    "ALL PRIVILEGES": "do everything, files of the server included",
}
_READ_ONLY_STOPS = ("check", "session")


def read(session: Session) -> Privileges:
    """The user, the server, and the hazards. Raises `pymysql.err.Error`."""
    user = str(session.rows("SELECT CURRENT_USER()")[0][0])
    cipher = session.rows("SHOW SESSION STATUS LIKE 'Ssl_cipher'")
    read_only = session.rows("SELECT @@global.read_only")[0][0]
    engine = "MariaDB" if session.is_mariadb else "MySQL"
    return Privileges(
        role=user,
        engine=f"{engine} {session.version.partition('-')[0]}",
        replica=True if read_only else None,
        encrypted=bool(cipher and cipher[0][1]),
        hazards=tuple(_hazards(session, user)),
    )


def _hazards(session: Session, user: str) -> Iterator[Hazard]:
    account = "@".join(f"`{part}`" for part in user.rsplit("@", 1))
    for (grant,) in session.rows("SHOW GRANTS"):
        found = _GRANT.match(str(grant))
        if found is None:
            continue
        for privilege in _listed(found["what"]):
            if privilege not in _HARMLESS:
                outside = _OUTSIDE.get(privilege)
                does = outside or f"use {privilege} on {found['where']}"
                yield Hazard(
                    name=privilege.lower().replace(" ", "_"),
                    sentence=f"{account} may {does}.",
                    fix=f"REVOKE {privilege} ON {found['where']} FROM {account};",
                    stopped_by=("check",) if outside else _READ_ONLY_STOPS,
                )


def _listed(what: str) -> list[str]:
    """`SELECT, UPDATE (a, b), FILE` as names of privileges."""
    return [part.strip().upper() for part in re.sub(r"\([^)]*\)", "", what).split(",") if part.strip()]
