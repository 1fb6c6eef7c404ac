"""What the drafter knows of a table's columns: which one names a row, which are dates, which are numbers."""

from __future__ import annotations

from rejoinder.drafting.lexicon import Lexicon
from rejoinder.sql.words import root
from rejoinder.terms.catalog import Catalog, Column, ColumnRef, Table, TableRef, TypeFamily

_NUMBERS = frozenset({TypeFamily.INTEGER, TypeFamily.DECIMAL, TypeFamily.FLOAT})
_DATES = frozenset({TypeFamily.DATE, TypeFamily.TIMESTAMP})
_DATE_WORDS = frozenset({"date", "datetime", "timestamp", "day"})
_TIME_WORDS = _DATE_WORDS | {"at", "on", "time"}
_OF_SOMETHING = 0.75
_YEAR = "year"


class Shapes:
    """The columns of one catalog."""

    def __init__(self, catalog: Catalog, lexicon: Lexicon) -> None:
        self.catalog = catalog
        self._lexicon = lexicon

    def table(self, ref: TableRef) -> Table:
        """A table by its name."""
        return self.catalog.by_ref[ref]

    def column(self, ref: ColumnRef) -> Column:
        """A column by its name."""
        return self.catalog.by_ref[ref.table].by_name[ref.name]

    def names(self, ref: TableRef) -> tuple[tuple[ColumnRef, ...], float]:
        """The columns that say which row it is, to people, and how sure that is."""
        table = self.table(ref)
        words = {
            column.name: self._lexicon.words_of(column.name) for column in table.columns if column.readable
        }
        own = set(self._lexicon.words_of(ref.name))
        single = [name for name, said in words.items() if said[-1:] == ("name",) and set(said[:-1]) <= own]
        if single:
            return (ColumnRef(ref, single[0]),), 1.0
        people = [
            n for part in ("first", "last") for n, said in words.items() if part in said and "name" in said
        ]
        people = people or [n for n, said in words.items() if said in (("fname",), ("lname",))]
        if len(people) >= 2:
            return tuple(ColumnRef(ref, name) for name in people[:2]), 0.95
        for ending in ("name", "title", "label"):
            ended = [name for name, said in words.items() if said and said[-1] == ending]
            if ended:
                # Of several, the first: the others are of somebody or something that belongs to it.
                return (ColumnRef(ref, ended[0]),), 0.9 if len(ended) == 1 else 0.7
        same = [name for name, said in words.items() if set(said) == own]
        if same:
            return (ColumnRef(ref, same[0]),), 0.9
        if table.primary_key:
            return tuple(ColumnRef(ref, name) for name in table.primary_key), 0.55
        return (), 0.0

    def key(self, ref: TableRef) -> tuple[ColumnRef, ...]:
        """The columns that tell rows apart."""
        keys = self.table(ref).all_keys
        return tuple(ColumnRef(ref, name) for name in keys[0]) if keys else ()

    def dates(self, ref: TableRef) -> tuple[tuple[ColumnRef, float], ...]:
        """The columns that hold dates or years, and how likely each is the day of the row itself.

        Where one is called like the table, as `ordered_at` of `orders`, the others are of something else.
        """
        columns = [ColumnRef(ref, column.name) for column in self.table(ref).columns if column.readable]
        found = [column for column in columns if self.is_date(column) or self.is_year(column)]
        own = {root(word) for word in self._lexicon.words_of(ref.name)}
        plain = [column for column in found if self._says_only(column, own)]
        return tuple((column, 1.0 if not plain or column in plain else _OF_SOMETHING) for column in found)

    def _says_only(self, column: ColumnRef, own: set[str]) -> bool:
        words = set(self._lexicon.words_of(column.name)) - _TIME_WORDS
        return {root(word) for word in words} <= own

    def is_date(self, ref: ColumnRef) -> bool:
        """Whether it holds dates: by its type, or as text that its name calls so."""
        column = self.column(ref)
        if column.family in _DATES:
            return True
        words = self._lexicon.words_of(ref.name)
        named = not _DATE_WORDS.isdisjoint(words) or words[-1:] in (("at",), ("on",))
        return named and column.family in (TypeFamily.TEXT, TypeFamily.OTHER)

    def is_year(self, ref: ColumnRef) -> bool:
        """Whether it holds years."""
        column = self.column(ref)
        return _YEAR in self._lexicon.words_of(ref.name) and column.family not in _DATES

    def is_number(self, ref: ColumnRef) -> bool:
        """Whether it holds numbers to reckon with."""
        return self.column(ref).family in _NUMBERS

    def is_key(self, ref: ColumnRef) -> bool:
        """Whether it is a key or part of one, with which nobody reckons."""
        table = self.table(ref.table)
        if ref.name in table.primary_key:
            return True
        return any(ref.name in key.columns for key in table.foreign_keys)

    def measures(self, ref: TableRef, words: tuple[tuple[str, bool], ...]) -> list[tuple[ColumnRef, bool]]:
        """The columns that hold what an adjective measures, and whether more of it is more."""
        readable = [column.name for column in self.table(ref).columns if column.readable]
        said = {name: self._lexicon.words_of(name) for name in readable}
        for word, more in words:
            # "at" says a time only where a name ends with it.
            found = [
                n for n, parts in said.items() if (parts[-1:] == ("at",) if word == "at" else word in parts)
            ]
            if found:
                return [(ColumnRef(ref, name), more) for name in found]
        return []
