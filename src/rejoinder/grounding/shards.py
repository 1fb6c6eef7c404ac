"""Tables that are parts of one: partitions and shards named by a pattern, shown once with their count (G3)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from rejoinder.terms.catalog import Table

_DIGITS = re.compile(r"\d+")
_LEAST = 3
_ALIKE = 0.8


def families(tables: Iterable[Table]) -> tuple[tuple[Table, ...], ...]:
    """The tables, those of one pattern and much the same columns together, each family in the order of its names.

    Its last member, the newest where names hold dates, stands for it.
    """
    by_pattern: dict[tuple[str, str], list[Table]] = defaultdict(list)
    for table in tables:
        by_pattern[table.ref.schema, _DIGITS.sub("0", table.ref.name)].append(table)
    found: list[tuple[Table, ...]] = []
    for (_, pattern), members in by_pattern.items():
        if "0" not in pattern or len(members) < _LEAST:
            found += [(table,) for table in members]
        else:
            found += _alike(sorted(members, key=_numbers))
    return tuple(found)


def pattern_of(members: tuple[Table, ...]) -> str:
    """The name of a family, with `*` where its members differ."""
    first, last = members[0].ref, members[-1].ref
    parts, numbers = _DIGITS.split(first.name), [_DIGITS.findall(table.ref.name) for table in members]
    filled = [values[0] if len(set(values)) == 1 else "*" for values in zip(*numbers, strict=True)]
    name = "".join(part + number for part, number in zip(parts, [*filled, ""], strict=True))
    return f"{last.schema}.{name}" if last.schema else name


def family_note(members: tuple[Table, ...]) -> str:
    """What a prompt is told of a family, on the line of the table that stands for it."""
    same = len({_columns(table) for table in members}) == 1
    columns = "the same columns" if same else "nearly the same columns"
    first, last = members[0].ref.name, members[-1].ref.name
    return (
        f"one of {len(members)} tables `{pattern_of(members)}` with {columns}, from `{first}` to `{last}`; "
        "the others aren't listed"
    )


def _alike(members: list[Table]) -> list[tuple[Table, ...]]:
    groups: list[tuple[frozenset[str], list[Table]]] = []
    for table in reversed(members):
        columns = _columns(table)
        for shape, group in groups:
            if len(columns & shape) >= _ALIKE * len(columns | shape):
                group.append(table)
                break
        else:
            groups.append((columns, [table]))
    found: list[tuple[Table, ...]] = []
    for _, group in groups:
        found += [tuple(reversed(group))] if len(group) >= _LEAST else [(table,) for table in group]
    return found


def _numbers(table: Table) -> tuple[int, ...]:
    return tuple(int(digits) for digits in _DIGITS.findall(table.ref.name))


def _columns(table: Table) -> frozenset[str]:
    return frozenset(column.name for column in table.columns)
