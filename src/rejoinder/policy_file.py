"""Read `policy.toml`: every key is known, has a meaning, and can be enforced, or the file is refused."""

from __future__ import annotations

import dataclasses
import difflib
import tomllib
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from rejoinder.errors import PolicyError
from rejoinder.terms.patterns import is_exact
from rejoinder.terms.policy import Access, Budget, Policy, Topic

_ACCESS = ("allow", "deny", "hide", "sensitive", "limits", "budget")
_TOP = (*_ACCESS, "values", "topics", "askers", "require_replica", "row_filters")
_LISTS = {
    "allow": ("schemas", "tables", "columns", "functions"),
    "deny": ("schemas", "tables", "columns", "functions"),
    "hide": ("tables", "columns"),
    "sensitive": ("columns",),
}
_VALUES = ("match", "sample", "off")
_NOT_ENFORCED = {
    "row_filters": "no connector of this version can filter rows; give the role a filtered view instead",
}


def load(path: Path) -> Policy:
    """The policy in the file. Raises `PolicyError`, with the file and the key in its sentence."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(f"The policy `{path}` can't be read: {error}.") from error
    try:
        return parse(text)
    except PolicyError as error:
        raise PolicyError(f"In the policy `{path}`: {error}") from error


def parse(text: str) -> Policy:
    """The policy that `text`, in TOML, says. Raises `PolicyError`."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(f"it is no valid TOML: {error}.") from error
    _known(found, _TOP, "")
    for key, reason in _NOT_ENFORCED.items():
        if key in found:
            raise PolicyError(f"`{key}` can't be enforced: {reason}.")
    access = _access(found, Access(), "")
    askers = tuple(
        (name, _access(_table(entry, f"askers.{name}"), access, f"askers.{name}.", only=_ACCESS))
        for name, entry in _table(found.get("askers", {}), "askers").items()
    )
    values = found.get("values", "match")
    if values not in _VALUES:
        raise PolicyError(f'`values` is {_shown(values)}; it must be "match", "sample" or "off".')
    return Policy(
        access=access,
        askers=askers,
        values=values,
        topics=tuple(_topic(entry, at) for at, entry in enumerate(_entries(found, "topics"), start=1)),
        require_replica=_boolean(found.get("require_replica", False), "require_replica"),
    )


def _access(found: Mapping[str, Any], general: Access, at: str, only: Iterable[str] | None = None) -> Access:
    """`general`, with every list and number that `found` writes in the place of the general one."""
    if only is not None:
        _known(found, only, at)
    changes: dict[str, Any] = {}
    for section, keys in _LISTS.items():
        entry = _table(found.get(section, {}), at + section)
        _known(entry, keys, f"{at}{section}.")
        for key, value in entry.items():
            patterns = _patterns(value, f"{at}{section}.{key}", key)
            if section == "allow" and not patterns:
                raise PolicyError(
                    f"`{at}allow.{key}` is empty, which would allow nothing; leave it out to allow everything."
                )
            changes[f"{section}_{key}"] = patterns
    if "limits" in found:
        changes["limits"] = _limits(_table(found["limits"], f"{at}limits"), f"{at}limits.")
    if "budget" in found:
        changes["budget"] = _budget(_table(found["budget"], f"{at}budget"), f"{at}budget.")
    return dataclasses.replace(general, **changes)


def _patterns(value: Any, key: str, kind: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        raise PolicyError(f"`{key}` must be a list of names or patterns in quotes, not {_shown(value)}.")
    for item in value:
        if kind == "columns" and "." not in item:
            hint = f"TABLE.{item}" if is_exact(item) else item
            raise PolicyError(
                f"`{key}` holds {_shown(item)}, which names no table: "
                f'write "{hint}", or "*.{item}" for every table.'
            )
    return tuple(item.strip() for item in value)


def _limits(found: Mapping[str, Any], at: str) -> tuple[tuple[str, Any], ...]:
    _known(found, (*_LIMITS, *_CEILINGS), at)
    limits: list[tuple[str, Any]] = []
    for key, value in sorted(found.items()):
        if key in _CEILINGS:
            ceiling = _table(value, at + key)
            _known(ceiling, _CEILING, f"{at}{key}.")
            parts = (
                (name, _CEILING[name](part, f"{at}{key}.{name}")) for name, part in sorted(ceiling.items())
            )
            limits.append((key, tuple(parts)))
        else:
            limits.append((key, _LIMITS[key](value, at + key)))
    return tuple(limits)


def _budget(found: Mapping[str, Any], at: str) -> Budget:
    _known(found, _BUDGET, at)
    return Budget(**{key: _BUDGET[key](value, at + key) for key, value in found.items()})


def _topic(entry: Any, position: int) -> Topic:
    at = f"topics[{position}]"
    found = _table(entry, at)
    _known(found, ("pattern", "answer"), f"{at}.")
    for key in ("pattern", "answer"):
        if not isinstance(found.get(key), str) or not found[key].strip():
            raise PolicyError(f"`{at}.{key}` must be a text that isn't empty.")
    return Topic(pattern=found["pattern"].strip(), answer=found["answer"].strip())


def _known(found: Mapping[str, Any], keys: Iterable[str], at: str) -> None:
    """Every key is one of `keys`; of one that isn't, the sentence names the nearest that is."""
    known = sorted(keys)
    for key in found:
        if key not in known:
            near = difflib.get_close_matches(key, known, 1, 0.5)
            hint = f"did you mean `{at}{near[0]}`?" if near else f"known here: {', '.join(known)}."
            raise PolicyError(f"there is no key `{at}{key}`; {hint}")


def _table(value: Any, key: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise PolicyError(f"`{key}` must be a table with keys, not {_shown(value)}.")
    return value


def _entries(found: Mapping[str, Any], key: str) -> list[Any]:
    value = found.get(key, [])
    if not isinstance(value, list):
        raise PolicyError(f"`{key}` must be written as `[[{key}]]`, one entry each.")
    return value


def _boolean(value: Any, key: str) -> bool:
    if not isinstance(value, bool):
        raise PolicyError(f"`{key}` must be true or false, not {_shown(value)}.")
    return value


def _whole(value: Any, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise PolicyError(f"`{key}` must be a whole number of 0 or more, not {_shown(value)}.")
    return value


def _number(value: Any, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
        raise PolicyError(f"`{key}` must be a number of 0 or more, not {_shown(value)}.")
    return float(value)


def _money(value: Any, key: str) -> Decimal:
    try:
        amount = Decimal(str(value)) if not isinstance(value, bool) else Decimal(-1)
    except InvalidOperation:
        amount = Decimal(-1)
    if not amount.is_finite() or amount < 0:
        raise PolicyError(f"`{key}` must be an amount in US dollars of 0 or more, not {_shown(value)}.")
    return amount


def _shown(value: Any) -> str:
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return f"`{text[:80]}`"


_LIMITS: Mapping[str, Callable[[Any, str], Any]] = {
    "corrections": _whole,
    "statement_seconds": _number,
    "turn_seconds": _number,
    "completion_tokens": _whole,
    "turn_tokens": _whole,
    "turn_money": _money,
    "rows": _whole,
    "result_bytes": _whole,
    "turns": _whole,
}
_CEILINGS = ("ask_above", "never_above")
_CEILING: Mapping[str, Callable[[Any, str], Any]] = {
    "rows_read": _whole,
    "bytes_read": _whole,
    "cost": _number,
}
_BUDGET: Mapping[str, Callable[[Any, str], Any]] = {
    "runs_per_day": _whole,
    "tokens_per_day": _whole,
    "money_per_day": _money,
}
