"""The policy in force: read from its file, and read again when the file changes."""

from __future__ import annotations

from pathlib import Path

from rejoinder import policy_file
from rejoinder.terms.policy import Policy


class PolicySource:
    """Today's policy. A file that turns unreadable raises `PolicyError`: no run goes on under an old one."""

    def __init__(self, given: Policy | Path | None) -> None:
        self._path = given if isinstance(given, Path) else None
        self._policy = given if isinstance(given, Policy) else Policy()
        self._seen: tuple[int, int, int] | None = None

    def current(self) -> Policy:
        """The policy, reread if its file has changed since."""
        if self._path is not None:
            stamp = _stamp(self._path)
            if stamp is None or stamp != self._seen:
                self._policy = policy_file.load(self._path)
                self._seen = stamp
        return self._policy


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
