"""Counts and aggregates: "how many singers", "the average and maximum age"."""

from __future__ import annotations

from rejoinder.drafting.asked import Is, Measure
from rejoinder.drafting.conditions import holds
from rejoinder.drafting.items import Noun, Operator, Text
from rejoinder.drafting.reader import Reader


def count(reader: Reader) -> None:
    """Read "how many X": X is counted; in a clause that narrows, something is said of the count."""
    phrase = reader.cursor.take()
    if reader.taken_distinct():
        reader.refuse("different")
    measure = counted(reader)
    if measure is None:
        reader.refuse(phrase.text)
        return
    if not reader.selecting:
        reader.hold_measure(measure)
        return
    reader.asked.selected.append(measure)
    noun = measure.noun
    if noun is not None and noun.tables and not measure.distinct:
        reader.about(noun)


def counted(reader: Reader) -> Measure | None:
    """The noun that comes next, counted."""
    cursor = reader.cursor
    cursor.skip("of", "in")
    distinct = reader.taken_distinct()
    while cursor.operator("distinct"):
        cursor.take()
        distinct = True
    while isinstance(text := cursor.peek(), Text) and isinstance(cursor.peek(1), Noun):
        cursor.take()
        holds(reader, text)  # "how many gold customers"
        reader.selecting = True
    noun = cursor.noun()
    if noun is None:
        return None
    owner = None
    after = cursor.peek()
    if noun.tables and isinstance(after, Noun) and _belongs(after, noun):
        cursor.take()
        owner, noun = noun, after
    elif isinstance(after, Noun) and distinct and after.is_table:
        cursor.take()
        owner = after
    elif isinstance(after, Noun) and not noun.flag:
        reader.refuse(
            after.text if noun.is_table else noun.text
        )  # "official languages": two things, and only one is counted
    elif isinstance(after, Noun):
        cursor.take()
        reader.narrowed(Is(noun=noun, near=after))  # "how many vegetarian items"
        reader.selecting = True
        noun = after
    return Measure(noun=noun, function="COUNT", distinct=distinct, owner=owner)


def aggregate(reader: Reader) -> None:
    """One or several aggregates of one column, or of several."""
    functions, first = _functions(reader)
    cursor = reader.cursor
    cursor.skip("of")
    while cursor.operator("distinct"):
        cursor.take()
        reader.distinct = True
    if cursor.operator("count"):
        cursor.take()
        measure = counted(reader)
        if measure is None or functions != ["SUM"]:
            reader.refuse(first.text)
            return
        _keep(reader, [measure])
        return
    noun = cursor.noun()
    if noun is None:
        if first.noun is not None and len(functions) == 1:
            _keep(reader, [Measure(noun=first.noun, owner=reader.owner)])
        else:
            reader.refuse(first.text)
        return
    owner = reader.owner
    after = cursor.peek()
    if noun.tables and isinstance(after, Noun) and _belongs(after, noun):
        cursor.take()
        reader.about(noun)
        owner, noun = noun, after
    _keep(reader, [Measure(noun=noun, function=each, owner=owner) for each in functions])


def _functions(reader: Reader) -> tuple[list[str], Operator]:
    cursor = reader.cursor
    functions: list[str] = []
    first = cursor.operator("aggregate", "extreme")
    if first is None:
        raise ValueError("no aggregate comes next")
    while True:
        found = cursor.operator("aggregate") or _extreme(cursor.operator("extreme"))
        if found is None:
            return functions, first
        cursor.take()
        functions.append(found.argument)
        ahead = 0
        while cursor.mark("and", ",", ahead=ahead):
            ahead += 1
        following = cursor.operator("aggregate", ahead=ahead) or cursor.operator("extreme", ahead=ahead)
        if ahead and following is not None:
            cursor.at += ahead


def _extreme(found: Operator | None) -> Operator | None:
    """The highest is the maximum, next to an average."""
    if found is None or found.argument not in ("ASC", "DESC"):
        return None
    function = "MAX" if found.argument == "DESC" else "MIN"
    return Operator(text=found.text, kind="aggregate", argument=function)


def _keep(reader: Reader, measures: list[Measure]) -> None:
    if reader.selecting:
        reader.asked.selected += measures
    elif len(measures) == 1:
        reader.hold_measure(measures[0])
    else:
        reader.refuse(measures[0].function)


def _belongs(column: Noun, table: Noun) -> bool:
    tables = {ref for ref, score in table.tables if score > 0.8}
    return not column.apart and any(ref.table in tables for ref, _ in column.columns)
