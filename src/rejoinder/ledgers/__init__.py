"""Where runs are recorded. One file a store, found by the scheme of its URL; `codec.py` says how events are written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def default_url(environment: Mapping[str, str] | None = None) -> str:
    """The ledger of this user: `rejoinder/ledger.sqlite` in the folder for programs' state.

    That is `XDG_STATE_HOME`, else `LOCALAPPDATA` where Windows sets it, else `~/.local/state`.
    """
    known = os.environ if environment is None else environment
    named = known.get("XDG_STATE_HOME") or known.get("LOCALAPPDATA")
    state = Path(named) if named and Path(named).is_absolute() else _home(known) / ".local" / "state"
    return f"sqlite:///{state / 'rejoinder' / 'ledger.sqlite'}"


def _home(known: Mapping[str, str]) -> Path:
    return Path(known["HOME"]) if known.get("HOME") else Path(os.path.expanduser("~"))
