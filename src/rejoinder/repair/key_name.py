"""A key by the name that custom gives it: `owners.owner_id` for `owners.id`, `animals.owner_id` for `animals.owner`."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.draft import named_source, qualifier_of
from rejoinder.sql.parse import span_of
from rejoinder.sql.scopes import ColumnUse, Meaning, Source
from rejoinder.sql.words import name_words, singular
from rejoinder.terms.classes import Defect

_ID = ("id",)

Words = tuple[str, ...]


def mend(broken: Broken) -> Mending | None:
    """Write the key's own name.

    It preserves meaning because the drafted name says which key is meant: the table's own, after the table, or the
    one that refers to another table, after that table or with an `id` more. One key alone answers to it, and the
    asker is told which was read.
    """
    edits, caveats = [], []
    for use in broken.columns(Meaning.UNKNOWN):
        wanted = _words(use.node.name)
        keys = {key for source in _read(use) for key in _keys(source) if wanted in _called(key, source)}
        span = span_of(use.node.this)
        if len(keys) != 1 or span is None:
            return None
        (key,) = keys
        edits.append(_edit.replaced(span, _edit.name(key, broken.dialect, like=span.of(broken.text))))
        caveats.append(f"`{use.node.name}` was read as the key `{key}`.")
    text = _edit.apply(broken.text, edits)
    return Mending(text=text, caveats=tuple(dict.fromkeys(caveats))) if text is not None and edits else None


def _read(use: ColumnUse) -> list[Source]:
    named = named_source(use)
    if named is not None:
        return [named]
    return [] if qualifier_of(use) else list(use.scope.sources)


def _keys(source: Source) -> Iterator[str]:
    """The columns that are a key by themselves: the table's own, and those that refer to another table."""
    if source.table is not None:
        if len(source.table.primary_key) == 1:
            yield source.table.primary_key[0]
        yield from (key.columns[0] for key in source.table.foreign_keys if len(key.columns) == 1)


def _called(column: str, source: Source) -> set[Words]:
    """What custom would call the column."""
    table = source.table
    if table is None:
        return set()
    names: set[Words] = set()
    if table.primary_key == (column,):
        names |= _after(_words(table.ref.name), _words(column))
    for key in table.foreign_keys:
        if key.columns == (column,):
            names |= _after(_words(key.target.name), _words(key.target_columns[0]))
            names.add((*_words(column), *_ID))
    return names - {_words(each.name) for each in table.columns}


def _after(table: Words, column: Words) -> set[Words]:
    """A key's names after a table: `owner_id`, `owner_code`."""
    named = {(*table, *column)} if column[: len(table)] != table else {column}
    return named | {(*table, *_ID)}


def _words(name: str) -> Words:
    return tuple(singular(word) for word in name_words(name))


RULE = Rule(name="key_name", order=25, defects=frozenset({Defect.UNKNOWN_COLUMN}), mend=mend)
