"""A condition on groups among those on rows: `WHERE COUNT(*) > 1 … GROUP BY x`."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot.tokenizer_core import TokenType

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.repair._selects import Select, Words, selects
from rejoinder.terms.classes import Defect


def mend(broken: Broken) -> Mending | None:
    """Move the condition to HAVING.

    It preserves meaning because a condition on an aggregate can only be asked of a whole group; one that asks of a
    single row too, or that stands where there are no groups, is left alone.
    """
    edits = [edit for select in selects(broken.text, broken.dialect) for edit in _moved(select, broken)]
    text = _edit.apply(broken.text, edits)
    return Mending(text=text) if text is not None and edits else None


def _moved(select: Select, broken: Broken) -> list[_edit.Edit]:
    where, group = select.words(TokenType.WHERE), select.words(TokenType.GROUP_BY)
    if where is None or group is None:
        return []
    conditions = list(_conditions(where))
    moved = [each for each in conditions if next(each.aggregates(), None) is not None]
    if not moved or not all(_is_of_groups(each, group, broken) for each in moved):
        return []
    kept = " AND ".join(str(each) for each in conditions if each not in moved)
    asked = " AND ".join(f"({each})" if _has_or(each) else str(each) for each in moved)
    start, end = select.keywords[TokenType.WHERE].start, select.keywords[TokenType.GROUP_BY].start
    return [_edit.Edit(start, end, f"WHERE {kept} " if kept else ""), *_having(select, group, asked)]


def _having(select: Select, group: Words, asked: str) -> Iterator[_edit.Edit]:
    having = select.words(TokenType.HAVING)
    if having is None:
        yield _edit.Edit(group.end, group.end, f" HAVING {asked}")
        return
    if _has_or(having):
        yield _edit.Edit(having.start, having.start, "(")
        asked = f") AND {asked}"
    else:
        asked = f" AND {asked}"
    yield _edit.Edit(having.end, having.end, asked)


def _conditions(where: Words) -> Iterator[Words]:
    """What AND joins; the AND of a BETWEEN joins nothing. With an OR among them the whole is one condition."""
    if _has_or(where):
        yield where
        return
    start, between = 0, False
    for at, token in where.at_top():
        if token.token_type is TokenType.BETWEEN:
            between = True
        elif token.token_type is TokenType.AND and between:
            between = False
        elif token.token_type is TokenType.AND:
            yield where.part(start, at)
            start = at + 1
    yield where.part(start)


def _has_or(words: Words) -> bool:
    return any(token.token_type is TokenType.OR for _, token in words.at_top())


def _is_of_groups(condition: Words, group: Words, broken: Broken) -> bool:
    """Whether it asks nothing of a single row: beside aggregates it names only what is grouped by."""
    if broken.resolution is None:
        return False
    grouped = {str(part).lower() for part in _listed(group)}
    calls = list(condition.aggregates())
    spans = [use.span for use in broken.resolution.columns if use.span is not None]
    single = [
        span
        for span in spans
        if condition.start <= span.start < condition.end
        and not any(call.start <= span.start < call.end for call in calls)
    ]
    return all(span.of(broken.text).lower() in grouped for span in single)


def _listed(words: Words) -> Iterator[Words]:
    """What commas part."""
    start = 0
    for at, token in words.at_top():
        if token.token_type is TokenType.COMMA:
            yield words.part(start, at)
            start = at + 1
    yield words.part(start)


RULE = Rule(name="grouped_condition", order=61, defects=frozenset({Defect.GROUPING}), mend=mend)
