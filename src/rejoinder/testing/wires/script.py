"""A script for `ModelServer` as text: JSON lines, each one answer.

A line is a string, what the model says, or an object with any of `text`, `fault` (a value of `Fault`),
`retry_after`, `input_tokens`, `output_tokens` and `cached_tokens`.
"""

from __future__ import annotations

import json
from dataclasses import fields

from rejoinder.errors import UsageError
from rejoinder.testing.wires.spoken import Fault, Spoken

_NUMBERS = frozenset(field.name for field in fields(Spoken)) - {"text", "fault"}


def read(text: str) -> list[Spoken]:
    """The answers, in order. Raises `UsageError`, naming the line that has no meaning."""
    numbered = [(at, line) for at, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not numbered:
        raise UsageError("The script is empty: it needs a line of JSON for each answer.")
    return [_spoken(line, f"Line {at} of the script") for at, line in numbered]


def _spoken(line: str, where: str) -> Spoken:
    try:
        value = json.loads(line)
    except ValueError as error:
        raise UsageError(f"{where} isn't JSON: {error}.") from error
    if isinstance(value, str):
        return Spoken(text=value)
    if not isinstance(value, dict):
        raise UsageError(f"{where} has to be a string or an object.")
    if unknown := sorted(value.keys() - _NUMBERS - {"text", "fault"}):
        raise UsageError(f"{where} has a key without a meaning: `{unknown[0]}`.")
    if not isinstance(said := value.get("text", ""), str):
        raise UsageError(f"{where} has a `text` that isn't a string.")
    if wrong := [name for name in value.keys() & _NUMBERS if type(value[name]) is not int or value[name] < 0]:
        raise UsageError(f"{where} has to give `{min(wrong)}` as a whole number.")
    fault = value.get("fault")
    if fault is not None and fault not in set(Fault):
        known = ", ".join(f"`{each}`" for each in Fault)
        raise UsageError(f"{where} has an unknown fault, `{fault}`. There are {known}.")
    return Spoken(
        text=said,
        fault=None if fault is None else Fault(fault),
        **{name: value[name] for name in value.keys() & _NUMBERS},
    )
