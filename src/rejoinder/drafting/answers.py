"""What the drafter says: SQL with what it was read as, a question back, or that it can't."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rejoinder.drafting.english import is_phrase
from rejoinder.drafting.readings import Draft, is_clear
from rejoinder.sql.near import near_names
from rejoinder.terms.catalog import Catalog
from rejoinder.terms.reading import Ask, Declined, Option, Reading, Sql

_OFFERED = 4
_LIKELY = 0.6
_LISTED = 8
_MODEL = "It reads simple questions in English; a language model (`--model`) reads any."
_DRAFTER = "The built-in drafter reads simple questions in English; a language model (`--model`) reads any."


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A reading, and what the asker should know of it, a sentence each."""

    reading: Reading
    notes: tuple[str, ...] = ()


def of(drafts: Sequence[Draft]) -> Read:
    """The best of some readings where it is clearly that, else a choice among them."""
    if is_clear(drafts):
        return Read(
            reading=Sql(drafts[0].sql),
            notes=(f"The built-in drafter, which is no language model, read this as: {drafts[0].says}.",),
        )
    likely = [draft for draft in drafts if draft.score >= drafts[0].score * _LIKELY]
    options = tuple(_options(likely[:_OFFERED]))
    sentence = "Is this what is meant?" if len(options) == 1 else "Which of these is meant?"
    return Read(reading=Ask(sentence, options))


def _options(drafts: Sequence[Draft]) -> Iterator[Option]:
    """Each reading as a choice; readings in the same words are told apart by their schemas."""
    said = Counter(draft.says for draft in drafts)
    for draft in drafts:
        where = f", in the schema `{draft.schema}`" if said[draft.says] > 1 and draft.schema else ""
        yield Option(draft.says + where, draft.sql)


def unread(words: Sequence[str], why: str, catalog: Catalog) -> Read:
    """A question about words that mean nothing here, with names that are spelled like them."""
    said = [word for word in words if word.strip()]
    said = [word for word in said if not is_phrase(word)] or said
    names = list(dict.fromkeys(_names(catalog)))
    tables = ", ".join(f"`{table.ref.name}`" for table in catalog.tables[:_LISTED])
    known = f"Some of what is here: {tables}." if tables else "There is no table here that could be read."
    if not said:
        return Read(reading=Ask(f"What should be looked up? {known}"))
    quoted = ", ".join(f"“{word}”" for word in said[:3])
    if why:
        return Read(reading=Ask(f"{why} {_DRAFTER}"))
    if all(map(is_phrase, said)):
        return Read(
            reading=Ask(f"The built-in drafter can't make use of {quoted} in this question. {_MODEL}")
        )
    found = "this means" if len(said) == 1 else "these mean"
    near = near_names(said[0], names)
    options = tuple(Option(name) for name in near)
    return Read(
        reading=Ask(
            f"The built-in drafter finds nothing here that {found}: {quoted}. Which table, column or value is it? "
            f"{known} {_MODEL}",
            options,
        )
    )


def all_tried() -> Read:
    """There is no other reading than those that failed."""
    return Read(
        reading=Declined(f"The built-in drafter has no other reading of this question. {_MODEL}"),
    )


def nothing_asked() -> Read:
    """A text without a word."""
    return Read(reading=Declined("There is no question in this text."))


def too_long(most: int) -> Read:
    """More than can be a simple question."""
    return Read(
        reading=Declined(f"The built-in drafter reads questions of at most {most:,} characters. {_MODEL}")
    )


def _names(catalog: Catalog) -> list[str]:
    tables = [table for table in catalog.tables if table.readable]
    columns = [column.name for table in tables for column in table.columns if column.readable]
    return [*(table.ref.name for table in tables), *columns]
