"""How a dialect file writes down what its engine's errors mean: by code first, by wording second (R7)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rejoinder.terms.classes import Defect
from rejoinder.terms.dialect import EngineError
from rejoinder.terms.refusal import Refusal

Wordings: TypeAlias = tuple[tuple[re.Pattern[str], Defect], ...]

_NAMES = frozenset(
    {
        Defect.UNKNOWN_COLUMN,
        Defect.UNKNOWN_TABLE,
        Defect.UNKNOWN_FUNCTION,
        Defect.UNKNOWN_SCHEMA,
        Defect.AMBIGUOUS_COLUMN,
    }
)
# The quotes that servers put round a name, in the languages that they speak.
_QUOTED = re.compile(r"""["“„](.+?)["”“] | »(.+?)« | «\s?(.+?)\s?» | `(.+?)` | '(.+?)'""", re.VERBOSE)
_CALLED = re.compile(r"([\w$.]+)\s*\(")
_DOTTED = re.compile(r"[\w$]+(?:\.[\w$]+)+")


def codes(**listed: str) -> Mapping[str, Defect]:
    """`codes(unknown_column="1054 1193")`: the class of each code."""
    return {code: Defect(defect) for defect, names in listed.items() for code in names.split()}


def wordings(*rows: tuple[Defect, str]) -> Wordings:
    """Patterns for the beginning of a message, so that no name or value inside it is taken for the error itself.

    A group `name` is the subject.
    """
    return tuple((re.compile(pattern, re.DOTALL), defect) for defect, pattern in rows)


def by_wording(message: str, known: Wordings) -> Defect | None:
    """The class of the first wording that the message begins with."""
    return next((defect for pattern, defect in known if pattern.match(message)), None)


def refusal(
    error: EngineError, defect: Defect | None, known: Wordings = (), said: str | None = None
) -> Refusal:
    """The error as a `Refusal`. `defect`: what its code says; where that is nothing, the wording decides.

    `said` is the message without what the driver puts round it.
    """
    message = error.message.strip() if said is None else said
    found = defect or by_wording(message, known) or Defect.UNKNOWN
    return Refusal(
        defect=found,
        message=error.message,
        code=error.code,
        position=error.position,
        subject=_subject(message, found, known),
        hint=error.hint,
    )


def parts(code: str) -> Sequence[str]:
    """The words and numbers of a code: `1054 (42S22)` has two."""
    return re.findall(r"-?[A-Za-z0-9_.]+", code)


def _subject(message: str, defect: Defect, known: Wordings) -> str:
    matches = [match for pattern, meant in known if meant is defect and (match := pattern.match(message))]
    if matches:
        named = next((match["name"] for match in matches if match.groupdict().get("name")), "")
        return named.strip("\"'` ").replace("`.`", ".")
    return _named(message) if defect in _NAMES else ""


def _named(message: str) -> str:
    """The name that a message in any language speaks of: what is quoted, called, or qualified."""
    if (quoted := _QUOTED.search(message)) is not None:
        return next(group for group in quoted.groups() if group is not None).strip()
    if (called := _CALLED.search(message)) is not None:
        return called[1]
    dotted = _DOTTED.search(message)
    return dotted[0] if dotted is not None else ""
