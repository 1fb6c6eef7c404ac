"""Read `policy.toml`: every key is known, has a meaning, and can be enforced, or the file is refused."""

from __future__ import annotations

import dataclasses
import difflib
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from rejoinder.errors import PolicyError
from rejoinder.terms.patterns import is_exact
from rejoinder.terms.policy import Access, Budget, Policy, RowFilter, Topic

KEYS: Mapping[str, str] = {
    "allow.schemas": "Only these schemas may be read.",
    "allow.tables": "Only these tables may be read, and those of `allow.schemas`.",
    "allow.columns": "Only these columns of the tables that they speak of may be read.",
    "allow.functions": "Only these of the database's own functions may be called.",
    "deny.schemas": "Nothing in these schemas may be read.",
    "deny.tables": "These tables may not be read.",
    "deny.columns": "These columns may not be read.",
    "deny.functions": "These functions may not be called.",
    "hide.tables": "These tables don't exist for whoever asks.",
    "hide.columns": "These columns don't exist for whoever asks.",
    "sensitive.columns": "These columns may be read, and no value of theirs goes to a model.",
    "row_filters.TABLE": "Of this table only rows that fulfil the condition may be read. A table may be a pattern.",
    "limits.corrections": "The most corrections after the first draft.",
    "limits.statement_seconds": "The most that one statement may run.",
    "limits.turn_seconds": "The most that a turn may take.",
    "limits.completion_seconds": "The most that one model call may take.",
    "limits.completion_tokens": "The most that one model call may return.",
    "limits.turn_tokens": "Tokens of a turn, in and out.",
    "limits.turn_money": "US dollars of a turn.",
    "limits.rows": "The most rows to fetch.",
    "limits.result_bytes": "The most that a result may take in memory.",
    "limits.turns": "The most turns of a run.",
    "limits.ask_above.rows_read": "Ask before a statement that would read more rows than this.",
    "limits.ask_above.bytes_read": "Ask before a statement that would read more bytes than this.",
    "limits.ask_above.cost": "Ask before a statement that would cost more than this, as the planner counts.",
    "limits.never_above.rows_read": "Never run a statement that would read more rows than this.",
    "limits.never_above.bytes_read": "Never run a statement that would read more bytes than this.",
    "limits.never_above.cost": "Never run a statement that would cost more than this, as the planner counts.",
    "budget.runs_per_day": "Questions that one asker may ask in a day (UTC).",
    "budget.tokens_per_day": "Tokens that one asker may use in a day (UTC).",
    "budget.money_per_day": "US dollars that one asker may spend in a day (UTC).",
    "values": 'Which stored values a model may see: "match", those that the question mentions; "sample"; or "off".',
    "errors": 'What of a database\'s error a model may see: "full", all; "masked", no values; "off", class and code.',
    "topics.pattern": "A question that holds this anywhere isn't answered.",
    "topics.answer": "What is said instead.",
    "require_replica": "Whether a database that isn't a replica is refused.",
}
"""Every key, and what it says. `askers.NAME` holds any of the first seven tables for whoever it names."""

_ACCESS = ("allow", "deny", "hide", "sensitive", "row_filters", "limits", "budget")


def _under(section: str) -> tuple[str, ...]:
    """The keys of one table, or of the file itself, in order."""
    start = f"{section}." if section else ""
    found = (key.removeprefix(start).partition(".")[0] for key in KEYS if key.startswith(start))
    return tuple(dict.fromkeys(found))


_LISTS = ("allow", "deny", "hide", "sensitive")
_VALUES = ("match", "sample", "off")
_ERRORS = ("full", "masked", "off")
_HEADER = re.compile(r"\s*\[{1,2}([^\[\]]+)\]{1,2}\s*(?:#.*)?")
_ASSIGNED = re.compile(r"""\s*((?:[\w.\s-]|"[^"]*"|'[^']*')+?)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")


class _Fault(PolicyError):
    """What is wrong with one key, on its way to being told with the line."""

    def __init__(self, key: str, sentence: str) -> None:
        super().__init__(sentence)
        self.key = key


def load(path: Path) -> Policy:
    """The policy in the file. Raises `PolicyError`, with the file, the line and the key in its sentence."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(f"The policy `{path}` can't be read: {error}.") from error
    try:
        return parse(text)
    except PolicyError as error:
        raise PolicyError(f"In the policy `{path}`, {error}") from error


def parse(text: str) -> Policy:
    """The policy that `text`, in TOML, says. Raises `PolicyError`."""
    try:
        return _policy(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(f"which is no valid TOML: {error}.") from error
    except _Fault as fault:
        raise PolicyError(f"line {_line_of(text, fault.key)}: {fault}") from fault


def _policy(found: Mapping[str, Any]) -> Policy:
    _known(found, (*_under(""), "askers"), "")
    access = _access(found, Access(), "")
    askers = tuple(
        (name, _access(_table(entry, f"askers.{name}"), access, f"askers.{name}.", only=_ACCESS))
        for name, entry in _table(found.get("askers", {}), "askers").items()
    )
    values = found.get("values", "match")
    if values not in _VALUES:
        raise _Fault("values", f'`values` is {_shown(values)}; it must be "match", "sample" or "off".')
    errors = found.get("errors", "full")
    if errors not in _ERRORS:
        raise _Fault("errors", f'`errors` is {_shown(errors)}; it must be "full", "masked" or "off".')
    return Policy(
        access=access,
        askers=askers,
        values=values,
        errors=errors,
        topics=tuple(_topic(entry, at) for at, entry in enumerate(_entries(found, "topics"), start=1)),
        require_replica=_boolean(found.get("require_replica", False), "require_replica"),
    )


def _access(found: Mapping[str, Any], general: Access, at: str, only: Iterable[str] | None = None) -> Access:
    """`general`, with every list and number that `found` writes in the place of the general one."""
    if only is not None:
        _known(found, only, at)
    changes: dict[str, Any] = {}
    for section in _LISTS:
        entry = _table(found.get(section, {}), at + section)
        _known(entry, _under(section), f"{at}{section}.")
        for key, value in entry.items():
            patterns = _patterns(value, f"{at}{section}.{key}", key)
            if section == "allow" and not patterns:
                sentence = "is empty, which would allow nothing; leave it out to allow everything."
                raise _Fault(f"{at}allow.{key}", f"`{at}allow.{key}` {sentence}")
            changes[f"{section}_{key}"] = patterns
    if "row_filters" in found:
        filters = _table(found["row_filters"], f"{at}row_filters")
        changes["row_filters"] = _row_filters(filters, general.row_filters, f"{at}row_filters")
    if "limits" in found:
        changes["limits"] = _limits(_table(found["limits"], f"{at}limits"), f"{at}limits.")
    if "budget" in found:
        changes["budget"] = _budget(_table(found["budget"], f"{at}budget"), f"{at}budget.")
    return dataclasses.replace(general, **changes)


def _patterns(value: Any, key: str, kind: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        raise _Fault(key, f"`{key}` must be a list of names or patterns in quotes, not {_shown(value)}.")
    for item in value:
        if kind == "columns" and "." not in item:
            hint = f"TABLE.{item}" if is_exact(item) else item
            sentence = f'which names no table: write "{hint}", or "*.{item}" for every table.'
            raise _Fault(key, f"`{key}` holds {_shown(item)}, {sentence}")
    return tuple(item.strip() for item in value)


def _row_filters(found: Mapping[str, Any], general: Iterable[RowFilter], at: str) -> tuple[RowFilter, ...]:
    """The general filters, with each that `found` writes in the place of the general one of that name."""
    filters = {each.table: each for each in general}
    for name, condition in found.items():
        key = f"{at}.{name}"
        if isinstance(condition, dict):
            first = f"{key}.{next(iter(condition), '')}"
            raise _Fault(
                first, f'`{key}` is a table of keys: write a name with a dot in quotes, as "{name}.TABLE".'
            )
        if not isinstance(condition, str) or not condition.strip():
            raise _Fault(key, f"`{key}` must be a condition in quotes, such as \"region = 'EU'\".")
        filters[name.strip()] = RowFilter(table=name.strip(), condition=condition.strip())
    return tuple(filters.values())


def _limits(found: Mapping[str, Any], at: str) -> tuple[tuple[str, Any], ...]:
    _known(found, _under("limits"), at)
    limits: list[tuple[str, Any]] = []
    for key, value in sorted(found.items()):
        if key in _CEILINGS:
            ceiling = _table(value, at + key)
            _known(ceiling, _under(f"limits.{key}"), f"{at}{key}.")
            parts = (
                (name, _CEILING[name](part, f"{at}{key}.{name}")) for name, part in sorted(ceiling.items())
            )
            limits.append((key, tuple(parts)))
        else:
            limits.append((key, _LIMITS[key](value, at + key)))
    return tuple(limits)


def _budget(found: Mapping[str, Any], at: str) -> Budget:
    _known(found, _under("budget"), at)
    return Budget(**{key: _BUDGET[key](value, at + key) for key, value in found.items()})


def _topic(entry: Any, position: int) -> Topic:
    at = f"topics[{position}]"
    found = _table(entry, at)
    _known(found, _under("topics"), f"{at}.")
    for key in ("pattern", "answer"):
        if not isinstance(found.get(key), str) or not found[key].strip():
            raise _Fault(f"{at}.{key}", f"`{at}.{key}` must be a text that isn't empty.")
    return Topic(pattern=found["pattern"].strip(), answer=found["answer"].strip())


def _line_of(text: str, key: str) -> int:
    """The line, from 1, that sets `key`, else the one that comes closest above it."""
    found, closest = 1, ""
    section = ""
    entries: Counter[str] = Counter()
    for number, line in enumerate(text.splitlines(), start=1):
        if (header := _HEADER.fullmatch(line)) is not None:
            section = _path(header[1])
            if line.lstrip().startswith("[["):
                entries[section] += 1
                section += f"[{entries[section]}]"
            here = section
        elif (assigned := _ASSIGNED.match(line)) is not None:
            here = ".".join(filter(None, (section, _path(assigned[1]))))
        else:
            continue
        if len(here) > len(closest) and (key == here or key.startswith((f"{here}.", f"{here}["))):
            found, closest = number, here
    return found


def _path(written: str) -> str:
    return ".".join(part.strip("\"'") for part in _PART.findall(written))


def _known(found: Mapping[str, Any], keys: Iterable[str], at: str) -> None:
    """Every key is one of `keys`; of one that isn't, the sentence names the nearest that is."""
    known = sorted(keys)
    for key in found:
        if key not in known:
            near = difflib.get_close_matches(key, known, 1, 0.5)
            hint = f"did you mean `{at}{near[0]}`?" if near else f"known here: {', '.join(known)}."
            raise _Fault(f"{at}{key}", f"there is no key `{at}{key}`; {hint}")


def _table(value: Any, key: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _Fault(key, f"`{key}` must be a table with keys, not {_shown(value)}.")
    return value


def _entries(found: Mapping[str, Any], key: str) -> list[Any]:
    value = found.get(key, [])
    if not isinstance(value, list):
        raise _Fault(key, f"`{key}` must be written as `[[{key}]]`, one entry each.")
    return value


def _boolean(value: Any, key: str) -> bool:
    if not isinstance(value, bool):
        raise _Fault(key, f"`{key}` must be true or false, not {_shown(value)}.")
    return value


def _whole(value: Any, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise _Fault(key, f"`{key}` must be a whole number of 0 or more, not {_shown(value)}.")
    return value


def _number(value: Any, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
        raise _Fault(key, f"`{key}` must be a number of 0 or more, not {_shown(value)}.")
    return float(value)


def _money(value: Any, key: str) -> Decimal:
    try:
        amount = Decimal(str(value)) if not isinstance(value, bool) else Decimal(-1)
    except InvalidOperation:
        amount = Decimal(-1)
    if not amount.is_finite() or amount < 0:
        raise _Fault(key, f"`{key}` must be an amount in US dollars of 0 or more, not {_shown(value)}.")
    return amount


def _shown(value: Any) -> str:
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return f"`{text[:80]}`"


_LIMITS: Mapping[str, Callable[[Any, str], Any]] = {
    "corrections": _whole,
    "statement_seconds": _number,
    "turn_seconds": _number,
    "completion_seconds": _number,
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
