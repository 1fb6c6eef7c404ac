"""What a question asks, phrase by phrase, before names are settled against one another."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from rejoinder.drafting.items import Noun, Number, Text, When


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A quantity: a column, an aggregate of one, a count of things, or what an adjective measures."""

    noun: Noun | None = None
    function: str = ""
    """Empty for the column itself; COUNT, AVG, SUM, MAX, MIN."""
    distinct: bool = False
    adjective: str = ""
    """A key of `english.MEASURES`, where no noun says what is measured."""
    owner: Noun | None = None
    near: Noun | None = None
    """The table that was spoken of last, where the phrase is likely to be about it."""

    @property
    def is_table(self) -> bool:
        """Whether it is a table itself and not a column of it."""
        return self.noun is not None and self.noun.is_table and self.owner is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    """All columns of the table that is asked about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Date:
    """Asked by "when": the date of what is asked about."""


Selected: TypeAlias = Measure | Everything | Date


@dataclass(frozen=True, slots=True, kw_only=True)
class Holds:
    """A column holds one of some values."""

    values: tuple[Text | Number, ...]
    noun: Noun | None = None
    negated: bool = False
    both: bool = False
    """Said with "both": each value has to be held by one of the rows it may be about."""
    near: Noun | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Compares:
    """A quantity stands in some order to a number, a date, or an aggregate of itself over all rows."""

    measure: Measure
    operator: str
    value: Number | str
    """A number, or AVG, MAX, MIN: over all."""
    upper: Number | None = None
    """The end of a `BETWEEN`."""
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Falls:
    """A date falls into a stretch of time, or before or after it."""

    when: When
    operator: str = "="
    noun: Noun | None = None
    until: When | None = None
    negated: bool = False
    both: bool = False
    near: Noun | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spells:
    """A text contains, starts with or ends with something."""

    text: str
    how: str
    noun: Noun
    negated: bool = False
    near: Noun | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Has:
    """Something of another table belongs to it, or nothing does."""

    noun: Noun
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Is:
    """A column that is yes or no says yes, or no."""

    noun: Noun
    negated: bool = False
    near: Noun | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A column holds nothing; or something."""

    noun: Noun
    owner: Noun | None = None
    negated: bool = False
    near: Noun | None = None


Condition: TypeAlias = Holds | Compares | Falls | Spells | Has | Is | Missing


@dataclass(frozen=True, slots=True, kw_only=True)
class Or:
    """One condition or the other."""

    first: Condition
    second: Condition


@dataclass(slots=True, kw_only=True)
class Asked:
    """The whole question. Built up by the grammar, read by `settle`."""

    selected: list[Selected] = field(default_factory=list)
    entity: Noun | None = None
    """The table that is asked about, where the question says it."""
    conditions: list[Condition | Or] = field(default_factory=list)
    groups: list[Noun | str] = field(default_factory=list)
    """Nouns, or units of time."""
    groups_first: bool = False
    """Whether they were said before anything else."""
    order: list[tuple[Measure, str]] = field(default_factory=list)
    limit: int | None = None
    common: str = ""
    """ASC or DESC where the rarest or commonest value of the selected column is asked for."""
    unread: list[str] = field(default_factory=list)
    """Words that could not be bound or used."""
