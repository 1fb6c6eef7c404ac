"""What the role behind a connection could do, for `doctor`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Hazard:
    """Something that the role can do beyond reading, or a guard that is off. `fix` is the exact thing to do."""

    name: str
    sentence: str
    fix: str = ""
    stopped_by: tuple[str, ...] = ()
    """The layers that stop it all the same (check, session, sandbox); empty where nothing does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Privileges:
    """The whole of it. `replica` is None where the engine has no such thing or doesn't tell."""

    role: str = ""
    engine: str = ""
    """Name and version, as the engine reports them."""
    replica: bool | None = None
    encrypted: bool | None = None
    hazards: tuple[Hazard, ...] = ()
    reader: tuple[str, ...] = ()
    """Statements that make a role which can only read, for an administrator; empty where none are needed or known."""
