"""What narrows a question: values, numbers, dates, spellings, and what belongs to a row."""

from __future__ import annotations

from dataclasses import replace

from rejoinder.drafting.asked import Compares, Falls, Has, Holds, Measure, Missing, Spells
from rejoinder.drafting.dates import year
from rejoinder.drafting.items import Noun, Number, Operator, Text, When
from rejoinder.drafting.reader import Reader

_OPPOSITE = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "=": "<>"}


def holds(reader: Reader, text: Text | Number) -> None:
    """A value: with the noun just before or after it where that holds it, else of whatever column does."""
    noun = _named_before(reader, text) or _named_after(reader, text)
    if noun is None and _after_who(reader) and text.text.islower():
        reader.refuse(text.text)  # after "who" comes what they did, even if something is called that
        return
    asked = reader.asked
    last = asked.conditions[-1] if asked.conditions else None
    if reader.either and isinstance(last, Holds) and not last.negated and not reader.negated:
        asked.conditions[-1] = replace(last, values=(*last.values, text), noun=last.noun or noun)
        reader.either = False
    else:
        negated = reader.taken_negation()
        reader.narrowed(Holds(values=(text,), noun=noun, negated=negated, both=reader.both, near=reader.near))


def _after_who(reader: Reader) -> bool:
    """Whether the item just taken comes after "who" or "that", with no "are" between."""
    mark = reader.cursor.operator("mark", ahead=-2)
    return mark is not None and mark.text.lower() in ("who", "that", "which")


def _named_before(reader: Reader, text: Text | Number) -> Noun | None:
    held = reader.held
    if held is not None and held.noun is not None and not held.function:
        if _may_hold(held.noun, text):
            reader.taken()
            return held.noun
        return None
    selected = reader.asked.selected[-1] if reader.asked.selected else None
    before = reader.cursor.peek(-2)
    if isinstance(before, Operator) and before.kind == "mark" and before.argument in ("of", "in"):
        before = reader.cursor.peek(-3)
    if not isinstance(before, Noun) or not isinstance(selected, Measure) or selected.noun is not before:
        return None
    if not _may_hold(before, text) or before.tables or len(reader.asked.selected) < 2:
        return None
    # "in the city Paris": the city isn't asked for but said.
    reader.asked.selected.pop()
    return before


def _named_after(reader: Reader, text: Text | Number) -> Noun | None:
    """The noun of "French singers", "cats as pets": a column that holds the value, or a table that does."""
    cursor = reader.cursor
    ahead = 1 if cursor.mark("in") else 0
    if ahead and cursor.items[cursor.at].text.lower() != "as":
        return None
    after = cursor.peek(ahead)
    if not isinstance(after, Noun):
        return None
    held = {column for column, _ in text.stored}
    of_column = not after.is_table and not held.isdisjoint(column for column, _ in after.columns)
    of_table = after.is_table and after.tables[0][0] in {column.table for column in held}
    if not of_column and (not of_table or reader.selecting):
        return None
    cursor.at += ahead + 1
    return after


def _may_hold(noun: Noun, text: Text | Number) -> bool:
    if not text.stored:
        return bool(noun.columns) and isinstance(text, Text) and text.quoted
    held = {column for column, _ in text.stored}
    near = {column.table for column in held}
    return any(column in held for column, _ in noun.columns) or any(table in near for table, _ in noun.tables)


def number(reader: Reader, item: Number) -> None:
    """A bare number: a limit, an equality, a year, or a count of what belongs to a row."""
    cursor = reader.cursor
    after = cursor.peek(1)
    if isinstance(after, Operator) and after.kind in ("extreme", "top", "common"):
        cursor.take()
        reader.asked.limit = int(item.value)
        return
    cursor.take()
    upward = cursor.operator("upward")
    if upward is not None:
        cursor.take()
    operator = upward.argument if upward is not None else "="
    held = reader.held
    if held is None and item.may_be_year and not isinstance(after, Noun):
        falls(reader, year(item), operator)
        return
    if held is not None:
        reader.taken()
        _compare(reader, held, operator, item)
        return
    if item.stored and not isinstance(cursor.peek(), Noun):
        holds(reader, item)
        return
    _of_next(reader, operator, item)


def _of_next(reader: Reader, operator: str, item: Number) -> None:
    noun = reader.cursor.noun()
    if noun is None:
        _of_last(reader, operator, item)
        return
    measure = Measure(noun=noun, function="COUNT" if noun.is_table else "", near=reader.near)
    _compare(reader, measure, operator, item)


def _of_last(reader: Reader, operator: str, item: Number) -> None:
    """In "the horsepower is 150", the noun before the number was taken for what is asked; it is said."""
    selected = reader.asked.selected
    last = selected[-1] if selected else None
    if isinstance(last, Measure) and last.noun is not None and not last.function and len(selected) > 1:
        selected.pop()
        _compare(reader, last, operator, item)
        return
    reader.refuse(item.text)


def falls(reader: Reader, when: When, operator: str) -> None:
    """A stretch of time, of the noun said before it, if any."""
    held = reader.taken()
    noun = held.noun if held is not None else None
    reader.narrowed(
        Falls(
            when=when,
            operator=operator,
            noun=noun,
            negated=reader.taken_negation(),
            both=reader.both,
            near=reader.near,
        )
    )
    reader.selecting = False


def since(reader: Reader) -> None:
    """Read "before", "after", "since" a date or year."""
    cursor = reader.cursor
    phrase = cursor.take()
    if not isinstance(phrase, Operator):
        return
    item = cursor.peek()
    if isinstance(item, Number) and item.may_be_year:
        cursor.take()
        falls(reader, year(item), phrase.argument)
    elif isinstance(item, When):
        cursor.take()
        falls(reader, item, phrase.argument)
    else:
        reader.refuse(phrase.text)


def compares(reader: Reader) -> None:
    """Read "more than 4 cylinders", "older than 30", "above the average age", "at least 2 votes"."""
    cursor = reader.cursor
    phrase = cursor.take()
    if not isinstance(phrase, Operator):
        return
    operator, _, adjective = phrase.argument.partition(" ")
    cursor.skip("of", "in")
    held = reader.taken() if not adjective or _is_column(reader.held) else None
    if held is None and adjective:
        held = Measure(adjective=adjective, near=reader.near)
    if held is not None and held.noun is not None and held.is_table and not held.function:
        has(reader, held.noun)  # "singers above the age of 20": the table, and then what is said of it
        held = None
    if held is None and isinstance(cursor.peek(), Noun) and isinstance(cursor.peek(1), Number):
        held = Measure(noun=cursor.noun(), near=reader.near)
    last = reader.asked.conditions[-1] if reader.asked.conditions else None
    if held is None and reader.either and isinstance(last, Compares) and not isinstance(cursor.peek(1), Noun):
        held = last.measure  # "less than 5 or more than 20"
    against = cursor.operator("aggregate", "extreme")
    item = cursor.peek()
    if against is not None:
        cursor.take()
        _against_all(reader, held, operator, against)
    elif isinstance(item, Number):
        cursor.take()
        _against_number(reader, held, operator, item)
    elif isinstance(item, When):
        cursor.take()
        if held is not None:
            reader.hold_measure(held)
        falls(reader, item, operator)
    elif isinstance(item, Text) and operator == "=" and held is not None and held.noun is not None:
        cursor.take()
        negated = reader.taken_negation()
        reader.narrowed(Holds(values=(item,), noun=held.noun, negated=negated))
    else:
        reader.refuse(phrase.text)


def _is_column(measure: Measure | None) -> bool:
    return measure is not None and measure.noun is not None and not measure.is_table


def _against_number(reader: Reader, held: Measure | None, operator: str, item: Number) -> None:
    if held is not None:
        _compare(reader, held, operator, item)
    elif reader.selecting and not isinstance(reader.cursor.peek(), Noun):
        _of_last(reader, operator, item)
    elif item.may_be_year and not isinstance(reader.cursor.peek(), Noun):
        falls(reader, year(item), operator)
    else:
        _of_next(reader, operator, item)
    reader.narrow()


def _against_all(reader: Reader, held: Measure | None, operator: str, against: Operator) -> None:
    function = (
        against.argument
        if against.kind == "aggregate"
        else {"DESC": "MAX", "ASC": "MIN"}.get(against.argument)
    )
    noun = reader.cursor.noun()
    measure = held if held is not None else Measure(noun=noun) if noun is not None else None
    if measure is None or measure.function or function in (None, "SUM"):
        reader.refuse(against.text)
        return
    if held is not None and noun is not None and not _same(held, noun):
        reader.refuse(noun.text)
        return
    negated = reader.taken_negation()
    reader.narrowed(Compares(measure=measure, operator=operator, value=str(function), negated=negated))
    reader.narrow()


def _same(held: Measure, noun: Noun) -> bool:
    if held.noun is None:
        return True
    mine = {column for column, _ in held.noun.columns}
    return any(column in mine for column, _ in noun.columns)


def between(reader: Reader) -> None:
    """Read "between A and B": both ends belong to it."""
    cursor = reader.cursor
    phrase = cursor.take()
    first = cursor.peek()
    second = cursor.peek(2)
    if not cursor.mark("and", ahead=1):
        reader.refuse(phrase.text)
        return
    if isinstance(first, Number) and isinstance(second, Number):
        cursor.at += 3
        _between_numbers(reader, first, second)
    elif isinstance(first, When) and isinstance(second, When):
        cursor.at += 3
        held = reader.taken()
        reader.narrowed(
            Falls(when=first, until=second, noun=held.noun if held else None, negated=reader.taken_negation())
        )
    else:
        reader.refuse(phrase.text)


def _between_numbers(reader: Reader, first: Number, second: Number) -> None:
    held = reader.taken()
    negated = reader.taken_negation()
    if held is None and first.may_be_year and second.may_be_year:
        reader.narrowed(Falls(when=year(first), until=year(second), negated=negated, near=reader.near))
        return
    if held is None:
        noun = reader.cursor.noun()
        if noun is None:
            reader.refuse(f"between {first.text} and {second.text}")
            return
        held = Measure(noun=noun, function="COUNT" if noun.is_table else "")
    reader.narrowed(Compares(measure=held, operator="BETWEEN", value=first, upper=second, negated=negated))


def spells(reader: Reader) -> None:
    """Read "contains 'x'", of the noun before it."""
    phrase = reader.cursor.take()
    item = reader.cursor.peek()
    held = reader.taken()
    noun = held.noun if held is not None else None
    last = reader.asked.selected[-1] if reader.asked.selected else None
    if noun is None and isinstance(last, Measure) and not last.function:
        noun = last.noun
    if not isinstance(phrase, Operator) or not isinstance(item, Text) or noun is None:
        reader.refuse(phrase.text)
        return
    reader.cursor.take()
    negated = reader.taken_negation()
    reader.narrowed(Spells(text=item.text, how=phrase.argument, noun=noun, negated=negated, near=reader.near))


def empty(reader: Reader) -> None:
    """Read "is missing", of the noun before it."""
    phrase = reader.cursor.take()
    held = reader.taken()
    if held is None or held.function or held.noun is None:
        reader.refuse(phrase.text)
        return
    negated = reader.taken_negation()
    reader.narrowed(Missing(noun=held.noun, owner=held.owner, near=held.near, negated=negated))


def has(reader: Reader, noun: Noun) -> None:
    """A table that a row has something in, or nothing."""
    reader.near = noun
    reader.narrowed(Has(noun=noun, negated=reader.taken_negation()))


def _compare(reader: Reader, measure: Measure, operator: str, item: Number) -> None:
    if reader.taken_negation():
        operator = _OPPOSITE[operator]
    reader.narrowed(Compares(measure=measure, operator=operator, value=item))
