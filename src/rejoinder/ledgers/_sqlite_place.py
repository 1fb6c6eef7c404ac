"""Where a SQLite ledger is, how much it survives, and how long it keeps what it holds."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote

from rejoinder.errors import UsageError

_URL = re.compile(
    r"sqlite:(?://(?P<host>[^/?]*)/|(?!//))(?P<path>[^?]+)(?:\?(?P<options>.*))?", re.DOTALL | re.IGNORECASE
)
_DURABILITY = {"normal": "NORMAL", "full": "FULL"}
_FOR_EVER = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """`synchronous` is SQLite's; a run is kept `retention_days` after its last event, None: for ever."""

    path: Path
    synchronous: str = "NORMAL"
    retention_days: float | None = None


def place_of(url: str) -> Place:
    """What a URL or the path of a file says. Raises `UsageError`."""
    if not url.lower().startswith("sqlite:"):
        return Place(path=_absolute(url))
    found = _URL.fullmatch(url)
    if found is None or found["host"]:
        raise UsageError(
            f"The ledger `{url}` can't be understood: give `sqlite:///relative.sqlite`, or "
            "`sqlite:////absolute.sqlite`."
        )
    options = dict(parse_qsl(found["options"] or "", keep_blank_values=True))
    durability = options.pop("durability", "normal")
    retention = options.pop("retention_days", _FOR_EVER)
    if options or durability not in _DURABILITY:
        raise _bad_options(url)
    return Place(
        path=_absolute(unquote(found["path"])),
        synchronous=_DURABILITY[durability],
        retention_days=None if retention == _FOR_EVER else _days(retention, url),
    )


def _days(text: str, url: str) -> float:
    try:
        days = float(text)
    except ValueError:
        raise _bad_options(url) from None
    if not 0 < days < math.inf:
        raise _bad_options(url)
    return days


def _bad_options(url: str) -> UsageError:
    return UsageError(
        f"The options of the ledger `{url}` can't be understood: there are `durability=normal` or `full`, and "
        "`retention_days=` with a number above 0 or `none`."
    )


def _absolute(path: str) -> Path:
    """The path from the working folder of now: it may be opened later, from another one."""
    return Path(path).expanduser().absolute()
