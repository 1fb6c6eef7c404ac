"""Where `rejoinder.toml` is, and which file a relative path in it means."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from rejoinder.errors import SettingsError

NAME = "rejoinder.toml"
_NOT_FILES = ("sample", "sample:duckdb", ":memory:", "memory:")
# Not every URL without a host names a file: `postgresql:///shop` is a database of this machine's server.
_FILE = re.compile(r"(?P<scheme>(?:sqlite|duckdb)(?:\+\w+)?:///)(?P<path>[^?]*)(?P<options>\?.*)?", re.DOTALL)


def find(folder: Path) -> Path | None:
    """The file in `folder`, else in the nearest folder above.

    One above counts only if it belongs to this user or to the system: in a folder that anybody may write to,
    it would say where questions are sent.
    """
    for place in (folder, *folder.parents):
        path = place / NAME
        if path.is_file() and (place == folder or _trusted(path)):
            return path
    return None


def read(path: Path) -> Mapping[str, Any]:
    """What the file says. Raises `SettingsError`."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"`{path}` is no valid TOML: {error}.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"`{path}` can't be read: {error}.") from error


def flat(found: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """The keys of nested tables, joined by dots."""
    for key, value in found.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def anchored(url: str, folder: Path) -> str:
    """The same database, whatever folder it is opened from: a relative file is made absolute."""
    if url in _NOT_FILES:
        return url
    file = _FILE.fullmatch(url)
    if file is None:
        return url if ":" in url else _absolute(url, folder)
    if file["path"] in {"", ":memory:"}:
        return url
    return file["scheme"] + quoted(_absolute(unquote(file["path"]), folder)) + (file["options"] or "")


def ledger_url(ledger: str, folder: Path) -> str:
    """A ledger's URL with its file made absolute; the path of a file is SQLite's."""
    url = anchored(ledger, folder)
    return url if ":" in url else f"sqlite:///{quoted(url)}"


def quoted(path: str) -> str:
    """A path as it stands in a URL of ours, where only these two marks mean something."""
    return path.replace("%", "%25").replace("?", "%3F")


def _absolute(path: str, folder: Path) -> str:
    return os.path.normpath(folder / os.path.expanduser(path))


def _trusted(path: Path) -> bool:
    if not hasattr(os, "getuid"):
        return True
    return path.stat().st_uid in {0, os.getuid()}


def default_ledger(environment: Mapping[str, str] | None = None) -> str:
    """The ledger of this user: `rejoinder/ledger.sqlite` in the folder for programs' state.

    That is `XDG_STATE_HOME`, else `LOCALAPPDATA` where Windows sets it, else `~/.local/state`.
    """
    known = os.environ if environment is None else environment
    named = known.get("XDG_STATE_HOME") or known.get("LOCALAPPDATA")
    state = Path(named) if named and Path(named).is_absolute() else _home(known) / ".local" / "state"
    return f"sqlite:///{quoted(str(state / 'rejoinder' / 'ledger.sqlite'))}"


def _home(known: Mapping[str, str]) -> Path:
    return Path(known["HOME"]) if known.get("HOME") else Path(os.path.expanduser("~"))
