"""Binds the words of a question: to names, stored values, numbers, dates and operators; what is left is unbound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rejoinder.drafting.dates import stretch_at
from rejoinder.drafting.english import FILLERS, LONGEST_OPERATOR, OPERATORS, RELATIONS, UNITS
from rejoinder.drafting.items import Item, Noun, Number, Operator, Text, Unbound, Unit
from rejoinder.drafting.lexicon import Lexicon
from rejoinder.drafting.tokens import Kind, Token, tokenise
from rejoinder.sql.words import singular
from rejoinder.terms.catalog import ColumnRef
from rejoinder.terms.question import Today
from rejoinder.terms.result import Stored

_LONGEST_NAME = 6
_SURE = 0.7
_WITHIN_NAMES = frozenset({"of", "the", "a"})

Values = Mapping[ColumnRef, Sequence[Stored]]
_Held = Mapping[tuple[str, ...], Sequence[tuple[ColumnRef, str]]]


def bind(question: str, *, lexicon: Lexicon, values: Values, today: Today) -> tuple[Item, ...]:
    """The items of a question, in order. Words that change nothing are passed over."""
    tokens = tokenise(question)
    held = _held(values)
    return tuple(_items(tokens, lexicon, held, today))


def _items(tokens: Sequence[Token], lexicon: Lexicon, held: _Held, today: Today) -> Iterator[Item]:
    at = 0
    while at < len(tokens):
        item, length = _longest(tokens, at, lexicon, held, today)
        if isinstance(item, Noun) and at and tokens[at - 1].word in FILLERS - _WITHIN_NAMES:
            item = replace(item, apart=True)
        if item is not None:
            yield item
        at += length


def _longest(
    tokens: Sequence[Token], at: int, lexicon: Lexicon, held: _Held, today: Today
) -> tuple[Item | None, int]:
    """The item that takes most tokens; of equals an operator before a name before a value, but see below."""
    token = tokens[at]
    if token.word in RELATIONS and at + 1 < len(tokens) and tokens[at + 1].word == "by":
        return Operator(text=token.text, kind="mark", argument="of"), 2
    if token.kind is Kind.QUOTED:
        stored = tuple(held.get(_key([token.text]), ()))
        return Text(text=token.text, stored=stored, quoted=True), 1
    operator, said = _operator(tokens, at)
    noun, named = _noun(tokens, at, lexicon)
    if (
        operator is not None
        and operator.kind in ("aggregate", "extreme")
        and noun is not None
        and named > said
    ):
        noun, named = _beyond_aggregate(tokens, at, said, lexicon, (noun, named), operator.kind)
    if noun is not None and named == 1 and (unit := singular(token.word)) in UNITS:
        noun = replace(noun, unit=unit)
    text, quoted = _value(tokens, at, held)
    stretch = stretch_at(tokens, at, today)
    if stretch is not None and stretch[1] >= max(said, named, 1):
        return stretch
    longest = max(said, named, quoted)
    # A capitalised value is one, even where a name is written in the same words.
    if text is not None and quoted == longest and (not said or said < quoted):
        proper = at > 0 and token.text[:1].isupper()
        if noun is None or named < quoted or proper or _sureness(noun) < _SURE:
            return text, quoted
    if operator is not None and said == longest:
        if operator.kind == "idle":
            return None, said
        return _with_noun(operator, noun if named == said else None), said
    if noun is not None and named == longest:
        return noun, named
    if text is not None and quoted == longest:
        return text, quoted
    return _single(token, tuple(held.get(_key([token.text]), ()))), 1


def _single(token: Token, stored: tuple[tuple[ColumnRef, str], ...]) -> Item | None:
    if token.value is not None:
        return Number(text=token.text, value=token.value, stored=stored)
    if token.kind is Kind.MARK or token.word in FILLERS or token.word in RELATIONS:
        return None
    unit = singular(token.word)
    if unit in UNITS:
        return Unit(text=token.text, unit=unit)  # type: ignore[arg-type]
    return Unbound(text=token.text)


def _with_noun(operator: Operator, noun: Noun | None) -> Operator:
    if noun is None:
        return operator
    return Operator(text=operator.text, kind=operator.kind, argument=operator.argument, noun=noun)


def _operator(tokens: Sequence[Token], at: int) -> tuple[Operator | None, int]:
    for length in range(min(LONGEST_OPERATOR, len(tokens) - at), 0, -1):
        span = tokens[at : at + length]
        if any(token.kind is Kind.QUOTED for token in span):
            continue
        meaning = OPERATORS.get(tuple(token.word for token in span))
        if meaning is not None:
            text = " ".join(token.text for token in span)
            return Operator(text=text, kind=meaning[0], argument=meaning[1]), length
    return None, 0


def _noun(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> tuple[Noun | None, int]:
    best: Noun | None = None
    taken = 0
    for length in range(min(_LONGEST_NAME, len(tokens) - at), 0, -1):
        span = tokens[at : at + length]
        if not _may_name(span):
            continue
        words = [token.word for token in span if token.word not in _WITHIN_NAMES]
        noun = lexicon.noun(words, " ".join(token.text for token in span))
        if noun is None:
            continue
        if len(words) < length and (not _all_said(noun, len(words)) or _ends_with_table(span, lexicon)):
            continue
        if _sureness(noun) >= _SURE:
            return noun, length
        if best is None or _sureness(noun) > _sureness(best):
            best, taken = noun, length
    return best, taken


def _beyond_aggregate(
    tokens: Sequence[Token], at: int, said: int, lexicon: Lexicon, found: tuple[Noun, int], kind: str
) -> tuple[Noun | None, int]:
    """A name that starts with "total": not if the name is the rest of it, and this one isn't said word for word."""
    noun, named = found
    words = tuple(singular(token.word) for token in tokens[at : at + named])
    if any(lexicon.words_of(ref.name)[-named:] == words for ref, _ in noun.columns):
        return found
    after = at + said
    while after < len(tokens) and tokens[after].word in _WITHIN_NAMES:
        after += 1
    rest, _ = _noun(tokens, after, lexicon)
    if rest is None or _sureness(rest) < _sureness(noun) or (kind == "extreme" and not rest.is_table):
        return found
    return None, 0


def _may_name(span: Sequence[Token]) -> bool:
    ends = (span[0].word, span[-1].word)
    if any(word in _WITHIN_NAMES or word in FILLERS for word in ends):
        return False
    return all(token.kind is Kind.WORD or (token.kind is Kind.NUMBER and at) for at, token in enumerate(span))


def _all_said(noun: Noun, words: int) -> bool:
    """Whether a span with small words inside is a whole name: "date of birth", but not "name of singers"."""
    return words > 1 and max([score for _, score in noun.columns], default=0.0) >= 0.97


def _ends_with_table(span: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether what comes after "of" is a table by itself: "id of courses" is a column of theirs."""
    words = [token.word for token in span]
    after = words[words.index("of") + 1 :] if "of" in words else []
    rest = lexicon.noun([word for word in after if word not in _WITHIN_NAMES], "") if after else None
    return rest is not None and rest.is_table


def _sureness(noun: Noun) -> float:
    return max(score for _, score in (*noun.tables, *noun.columns))


def _value(tokens: Sequence[Token], at: int, held: _Held) -> tuple[Text | None, int]:
    for length in range(min(_LONGEST_NAME, len(tokens) - at), 0, -1):
        span = tokens[at : at + length]
        if any(token.kind in (Kind.MARK, Kind.QUOTED) and token.text != "&" for token in span):
            continue
        if length == 1 and (span[0].value is not None or span[0].word in FILLERS):
            continue
        stored = held.get(tuple(singular(token.word) for token in span))
        if stored:
            return Text(text=" ".join(token.text for token in span), stored=tuple(stored)), length
    return None, 0


def _held(values: Values) -> dict[tuple[str, ...], list[tuple[ColumnRef, str]]]:
    held: dict[tuple[str, ...], list[tuple[ColumnRef, str]]] = {}
    for column, found in values.items():
        for each in found:
            for said in {each.matched, each.value} if each.matched else ():
                places = held.setdefault(_key([said]), [])
                if (column, each.value) not in places:
                    places.append((column, each.value))
    return held


def _key(texts: Sequence[str]) -> tuple[str, ...]:
    """The words of a value, folded, each in the singular."""
    return tuple(singular(token.word) for text in texts for token in tokenise(text))
