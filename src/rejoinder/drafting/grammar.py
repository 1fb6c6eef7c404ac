"""English questions, read from left to right: what is selected, then what narrows, groups and orders it.

A phrase that no rule takes goes to `Asked.unread`, and the question is answered by asking: nothing is guessed at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from rejoinder.drafting import conditions, measures, ordering
from rejoinder.drafting.asked import Asked, Date, Everything, Has, Is, Measure
from rejoinder.drafting.cursor import Cursor
from rejoinder.drafting.items import Item, Noun, Number, Operator, Text, Unbound, Unit, When
from rejoinder.drafting.reader import Reader

_Rule: TypeAlias = Callable[[Reader, Operator], None]
_SURELY = 0.95
_OWNERS = ("'s", "’s", "'", "’")
_CLAUSE_STARTS = (",", ";", "and", "also")


def read(items: Sequence[Item]) -> Asked:
    """What the items of a question ask."""
    reader = Reader(Cursor(items))
    while not reader.cursor.done:
        before = reader.cursor.at
        _phrase(reader)
        if reader.cursor.at == before:
            reader.refuse(reader.cursor.take().text)
    reader.finish()
    return reader.asked


def _phrase(reader: Reader) -> None:
    item = reader.cursor.peek()
    match item:
        case Operator():
            _operator(reader, item)
        case Noun():
            _noun(reader, item)
        case Text():
            reader.cursor.take()
            conditions.holds(reader, item)
        case Number():
            conditions.number(reader, item)
        case When():
            reader.cursor.take()
            conditions.falls(reader, item, "=")
        case Unit() | Unbound() | None:
            return


def _operator(reader: Reader, operator: Operator) -> None:
    rule = _RULES.get(operator.kind)
    if rule is not None:
        rule(reader, operator)


def _count(reader: Reader, operator: Operator) -> None:
    if operator.text.lower().startswith("how many") and reader.cursor.mark("and", ahead=-1):
        reader.selecting = True
    measures.count(reader)


def _measure(reader: Reader, operator: Operator) -> None:
    reader.cursor.take()
    reader.asked.selected.append(Measure(adjective=operator.argument))


def _distinct(reader: Reader, _: Operator) -> None:
    reader.cursor.take()
    reader.distinct = True


def _everything(reader: Reader, _: Operator) -> None:
    reader.cursor.take()
    reader.asked.selected.append(Everything())


def _extreme(reader: Reader, operator: Operator) -> None:
    if operator.noun is not None and reader.cursor.mark("and", ",", ahead=1):
        _noun(reader, operator.noun)  # "the first and last name"
    elif _another(reader.cursor):
        measures.aggregate(reader)
    else:
        ordering.extreme(reader)


def _not(reader: Reader, _: Operator) -> None:
    reader.cursor.take()
    reader.negated = True
    reader.selecting = False


def _or_compare(reader: Reader, _: Operator) -> None:
    reader.either = True
    conditions.compares(reader)


def _alone(rule: Callable[[Reader], None]) -> _Rule:
    """A rule that looks at the operator itself."""
    return lambda reader, _: rule(reader)


def _ask(reader: Reader, operator: Operator) -> None:
    cursor = reader.cursor
    before = cursor.operator("mark", ahead=-1)
    starts = cursor.at == 0 or (before is not None and before.argument in _CLAUSE_STARTS)
    cursor.take()
    if before is not None and before.argument == ";":
        reader.instead()
    if starts or not reader.asked.selected or operator.argument != "which":
        reader.selecting = True
        if operator.argument == "when":
            reader.asked.selected.append(Date())
    else:
        reader.selecting = False


def _another(cursor: Cursor) -> bool:
    """Whether another aggregate comes next: "the lowest and the average"."""
    return cursor.mark("and", ",", ahead=1) and cursor.operator("extreme", "aggregate", ahead=2) is not None


def _mark(reader: Reader, operator: Operator) -> None:
    cursor = reader.cursor
    match operator.argument:
        case "by" if ordering.grouped_by(reader):
            return
        case "with" | "that" | "whose":
            reader.narrow()
        case "also":
            reader.selecting = True
        case "or":
            reader.either = True
        case "both":
            reader.both = True
        case _:
            pass
    cursor.take()


def _noun(reader: Reader, noun: Noun) -> None:
    cursor = reader.cursor
    of = _is_of(cursor)
    cursor.take()
    if noun.is_table:
        reader.near = noun
    if noun.tables and _owns_next(cursor, noun):
        reader.owner = noun
        reader.about(noun)
        cursor.skip("of")
        return
    following = cursor.peek()
    if noun.flag and isinstance(following, Noun) and following.is_table:
        reader.narrowed(Is(noun=noun, near=following, negated=reader.taken_negation()))
        reader.selecting = True
    elif reader.selecting or _is_owned_by_value(cursor):
        _select(reader, noun, of=of)
    elif noun.is_table and not _is_measured(cursor):
        conditions.has(reader, noun)
    else:
        reader.hold(noun)


def _is_of(cursor: Cursor) -> bool:
    """Whether the noun that comes next belongs to the phrase before: nothing like "and" stands between."""
    before = cursor.operator("mark", "ask", "count", "everything", ahead=-1)
    if before is not None:
        return before.kind == "everything" or before.argument in ("of", "in", "by")
    return cursor.at > 0


def _is_owned_by_value(cursor: Cursor) -> bool:
    """Whether the noun that was taken stands in "Harbour Table's city"."""
    mark = cursor.operator("mark", ahead=-2)
    return mark is not None and mark.text in _OWNERS and isinstance(cursor.peek(-3), Text)


def _owns_next(cursor: Cursor, noun: Noun) -> bool:
    """Whether it is "owner's name" or "owner name": a table, and then a column of it."""
    at = 0
    found = cursor.operator("mark")
    owner = found is not None and found.text in _OWNERS
    if owner:
        at = 1
    after = cursor.peek(at)
    if isinstance(after, Operator) and after.noun is not None:
        after = after.noun
    if not isinstance(after, Noun) or ((after.flag or after.apart or noun.plural) and not owner):
        return False
    said = at + 2 if cursor.mark("in", ahead=at + 1) else at + 1
    if not owner and (_is_measured(cursor, at + 1) or isinstance(cursor.peek(said), Number | When)):
        return False
    mine = {table for table, score in noun.tables if score > 0.8}
    return any(column.table in mine for column, _ in after.columns)


def _select(reader: Reader, noun: Noun, *, of: bool) -> None:
    cursor, asked = reader.cursor, reader.asked
    if noun.is_table and asked.selected and isinstance(asked.selected[-1], Date):
        reader.about(noun)  # "when were orders placed"
        return
    if of and asked.selected and not noun.is_table:
        reader.hold(noun)
        return
    if of and noun.is_table and (asked.selected or reader.extremes):
        if asked.entity is None or reader.owned:
            asked.entity, reader.owned = noun, False
        else:
            asked.conditions.append(Has(noun=noun, negated=reader.taken_negation()))
        return
    last = asked.selected[-1] if asked.selected else None
    if (
        not of
        and noun.is_table
        and isinstance(last, Measure)
        and last.owner is not None
        and not last.function
    ):
        reader.refuse(noun.text)  # "the region of sites and suppliers"
    measure = Measure(noun=noun, distinct=reader.taken_distinct(), owner=reader.owner)
    named_of = cursor.mark("of") and bool(noun.columns)
    owner = cursor.peek(1)
    if named_of and isinstance(owner, Noun) and owner.is_table and not noun.is_table:
        measure = replace(measure, owner=owner)
    if noun.is_table and (not named_of or noun.tables[0][1] > _SURELY) and not measure.distinct:
        reader.about(noun)
    asked.selected.append(measure)


def _is_measured(cursor: Cursor, ahead: int = 0) -> bool:
    """Whether something is said about the value of what was just named."""
    while cursor.operator("not", ahead=ahead):
        ahead += 1
    return cursor.operator("compare", "like", "between", "since", "null", ahead=ahead) is not None


_RULES: Mapping[str, _Rule] = {
    "ask": _ask,
    "count": _count,
    "aggregate": _alone(measures.aggregate),
    "measure": _measure,
    "distinct": _distinct,
    "everything": _everything,
    "extreme": _extreme,
    "top": _alone(ordering.extreme),
    "common": _alone(ordering.common),
    "compare": _alone(conditions.compares),
    "or compare": _or_compare,
    "since": _alone(conditions.since),
    "between": _alone(conditions.between),
    "like": _alone(conditions.spells),
    "null": _alone(conditions.empty),
    "not": _not,
    "each": _alone(ordering.each),
    "order": _alone(ordering.order),
    "direction": _alone(ordering.direction),
    "mark": _mark,
}
"""What is done at each kind of phrase. One without a rule stays unread."""
