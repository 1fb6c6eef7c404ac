"""Groups, orders and extremes: "for each site", "ordered by age", "the singer with the most songs"."""

from __future__ import annotations

from rejoinder.drafting.asked import Measure
from rejoinder.drafting.items import Noun, Operator, Unit
from rejoinder.drafting.measures import counted
from rejoinder.drafting.reader import Reader


def extreme(reader: Reader) -> None:
    """The highest or the oldest, the top 3: an aggregate where nothing else is asked, else an order and a limit."""
    cursor = reader.cursor
    phrase = cursor.take()
    if not isinstance(phrase, Operator):
        return
    direction, _, adjective = phrase.argument.partition(" ")
    reader.extremes += 1
    number = cursor.number()
    limit = int(number.value) if number is not None else reader.asked.limit
    if phrase.kind == "top":
        _top(reader, phrase, direction, limit)
        return
    inner = cursor.operator("extreme")
    if inner is not None and phrase.kind == "extreme":
        reader.refuse(phrase.text)
        return
    if adjective:
        _order(reader, Measure(adjective=adjective), direction, limit)
        return
    measure = _measured(reader, phrase)
    if measure is None:
        reader.refuse(phrase.text)
    elif _alone(reader, limit) and not measure.function and measure.noun is not None:
        function = "MAX" if direction == "DESC" else "MIN"
        reader.asked.selected.append(Measure(noun=measure.noun, function=function, owner=measure.owner))
    else:
        _order(reader, measure, direction, limit)


def _alone(reader: Reader, limit: int | None) -> bool:
    return reader.selecting and not reader.asked.selected and limit is None


def _order(reader: Reader, measure: Measure, direction: str, limit: int | None) -> None:
    if reader.asked.order:
        reader.refuse(measure.noun.text if measure.noun else measure.adjective)
    reader.asked.order.append((measure, direction))
    reader.asked.limit = 1 if limit is None else limit


def _top(reader: Reader, phrase: Operator, direction: str, limit: int | None) -> None:
    """Read "top 3 songs by sales": the measure comes with "by"; "top 3 highest sales" says it itself."""
    cursor = reader.cursor
    reader.asked.limit = 1 if limit is None else limit
    if cursor.operator("extreme"):
        return
    ahead = 0
    while cursor.peek(ahead) is not None and not cursor.mark("by", ahead=ahead):
        ahead += 1
    if cursor.peek(ahead) is None:
        reader.refuse(phrase.text)
    reader.by = direction


def _measured(reader: Reader, phrase: Operator) -> Measure | None:
    cursor = reader.cursor
    cursor.skip("of")
    if cursor.operator("count"):
        cursor.take()
        return counted(reader)
    aggregate = cursor.operator("aggregate")
    if aggregate is not None:
        cursor.take()
        cursor.skip("of")
        if cursor.operator("count"):
            cursor.take()
            return counted(reader)
        noun = cursor.noun() or aggregate.noun
        if noun is None:
            return None
        same = noun is aggregate.noun
        return Measure(noun=noun, function="" if same else aggregate.argument, owner=reader.owner)
    noun = cursor.noun()
    if noun is None:
        return None
    table = max((score for _, score in noun.tables), default=0.0)
    column = max((score for _, score in noun.columns), default=0.0)
    after = cursor.peek()
    if table and isinstance(after, Noun) and any(c.table in dict(noun.tables) for c, _ in after.columns):
        cursor.take()
        reader.about(noun)
        return Measure(noun=after, owner=noun)
    if not table or column > table:
        return Measure(noun=noun, owner=reader.owner)
    return _of_table(reader, noun, phrase)


def _of_table(reader: Reader, noun: Noun, phrase: Operator) -> Measure | None:
    """Here "the most songs" counts songs; "the largest songs" needs a "by"."""
    cursor = reader.cursor
    if phrase.text.split()[-1].lower() in ("most", "fewest", "least"):
        return Measure(noun=noun, function="COUNT")
    reader.about(noun)
    if reader.selecting and not reader.asked.selected:
        reader.asked.selected.append(Measure(noun=noun))
    if cursor.mark("by"):
        cursor.take()
        by = cursor.noun()
        return Measure(noun=by, owner=noun) if by is not None else None
    return None


def common(reader: Reader) -> None:
    """The commonest value of a column: what is asked, or what is asked about."""
    phrase = reader.cursor.take()
    noun = reader.cursor.noun()
    if not isinstance(phrase, Operator):
        return
    after = reader.cursor.peek()
    owner = None
    if noun is not None and noun.is_table and isinstance(after, Noun) and not after.is_table:
        reader.cursor.take()
        owner, noun = noun, after
    if noun is not None and reader.selecting:
        reader.asked.selected.append(Measure(noun=noun, owner=owner))
    elif noun is not None or not reader.asked.selected:
        reader.refuse(phrase.text)
    reader.asked.common = phrase.argument


def each(reader: Reader) -> None:
    """Read "for each X": one row for every X."""
    cursor = reader.cursor
    phrase = cursor.take()
    if not reader.asked.selected:
        reader.asked.groups_first = True
    while cursor.operator("distinct"):
        cursor.take()
    item = cursor.peek()
    if isinstance(item, Unit):
        cursor.take()
        reader.asked.groups.append(item.unit)
        return
    noun = cursor.noun()
    if noun is None:
        if reader.asked.groups or not phrase.text.lower().endswith("each") or not _selects_table(reader):
            reader.refuse(phrase.text)
        else:
            _group_first(reader)
        return
    following = cursor.peek()
    if (
        noun.tables
        and isinstance(following, Noun)
        and any(column.table in dict(noun.tables) for column, _ in following.columns)
    ):
        cursor.take()
        noun = following
    reader.asked.groups.append(noun)
    if cursor.mark("and") and isinstance(cursor.peek(1), Noun) and not cursor.operator("ask", ahead=2):
        _second_group(reader)


def _second_group(reader: Reader) -> None:
    cursor = reader.cursor
    after = cursor.peek(2)
    if after is None or cursor.mark(",", ";", ahead=2):
        cursor.take()
        noun = cursor.noun()
        if noun is not None:
            reader.asked.groups.append(noun)


def _selects_table(reader: Reader) -> bool:
    return any(
        isinstance(each, Measure) and each.noun and not each.function for each in reader.asked.selected
    )


def _group_first(reader: Reader) -> None:
    """In "all countries and the number of singers in each": what was named first."""
    for selected in reader.asked.selected:
        if isinstance(selected, Measure) and selected.noun is not None and not selected.function:
            reader.asked.groups.append(selected.noun)
            return


def grouped_by(reader: Reader) -> bool:
    """Here "by X" after an aggregate groups; after "top 3" it says what is measured. Whether it was taken."""
    cursor = reader.cursor
    after = cursor.peek(1)
    if reader.by:
        cursor.take()
        measure = _measured(reader, Operator(text="most", kind="extreme"))
        if measure is None:
            reader.refuse("by")
        else:
            reader.asked.order.append((measure, reader.by))
        reader.by = ""
        return True
    functions = any(isinstance(each, Measure) and each.function for each in reader.asked.selected)
    if not functions or not isinstance(after, Noun | Unit):
        return False
    cursor.take()
    cursor.take()
    reader.asked.groups.append(after.unit if isinstance(after, Unit) else after)
    return True


def order(reader: Reader) -> None:
    """Read "ordered by X, descending"."""
    cursor = reader.cursor
    phrase = cursor.take()
    if not isinstance(phrase, Operator):
        return
    toward = cursor.operator("direction")
    direction = phrase.argument or "ASC"
    if toward is not None:
        cursor.take()
        direction = toward.argument
    cursor.skip("of", "by", "in")
    count = cursor.operator("count")
    if count is not None:
        cursor.take()
    aggregate = cursor.operator("aggregate")
    if aggregate is not None:
        cursor.take()
        cursor.skip("of")
    measure = counted(reader) if count is not None else _ordered(reader, phrase, aggregate)
    if measure is None and phrase.noun is not None:
        reader.hold(phrase.noun)  # "who ordered in 2024"
        return
    if measure is None:
        reader.refuse(phrase.text)
        return
    reader.asked.order.append((measure, direction))
    reader.selecting = False


def _ordered(reader: Reader, phrase: Operator, aggregate: Operator | None) -> Measure | None:
    cursor = reader.cursor
    noun = cursor.noun()
    if noun is None:
        last = reader.asked.selected[-1] if reader.asked.selected else None
        says_by = phrase.text.lower().endswith("by")
        return last if isinstance(last, Measure) and cursor.done and not says_by else None
    owner = reader.owner
    after = cursor.peek()
    if noun.tables and isinstance(after, Noun):
        cursor.take()
        owner, noun = noun, after
    return Measure(noun=noun, function=aggregate.argument if aggregate is not None else "", owner=owner)


def direction(reader: Reader) -> None:
    """Read "descending", of the last order; alone, of what is selected first."""
    phrase = reader.cursor.take()
    if not isinstance(phrase, Operator):
        return
    asked = reader.asked
    cursor = reader.cursor
    if cursor.mark("of", "by") and isinstance(cursor.peek(1), Noun):
        cursor.take()
        noun = cursor.noun()
        asked.order.append((Measure(noun=noun, owner=reader.owner), phrase.argument))
    elif asked.order:
        measure, _ = asked.order[-1]
        asked.order[-1] = (measure, phrase.argument)
    elif asked.selected and isinstance(asked.selected[0], Measure):
        asked.order.append((asked.selected[0], phrase.argument))
    else:
        reader.refuse(phrase.text)
