"""Values of the program as JSON: what `--json` prints. Its shape is part of the versioned API."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, get_args

import click

import rejoinder
from rejoinder.cli.terminal import json_text


def echo(value: Any) -> None:
    """Print as JSON, in a stable order."""
    click.echo(json_text(plain(value), indent=2))


def plain(value: Any) -> Any:
    """Dataclasses as objects (with their `kind` where one of several can stand in a place), names as text."""
    match value:
        case None | bool() | int() | str() if not isinstance(value, Enum):
            return value
        case Enum():
            return value.value
        case rejoinder.TableRef() | rejoinder.ColumnRef() | Decimal():
            return str(value)
        case dt.datetime() | dt.date():
            return value.isoformat()
        case Mapping():
            return {str(plain(key)): plain(each) for key, each in value.items()}
        case Set():
            return sorted(plain(each) for each in value)
        case list() | tuple():
            return [plain(each) for each in value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            return _kind(value) | {each.name: plain(getattr(value, each.name)) for each in fields(value)}
        case _:
            return rejoinder.results.json_value(value)


def _kind(value: object) -> dict[str, str]:
    return {"kind": type(value).__name__} if type(value) in _kinds() else {}


@cache
def _kinds() -> frozenset[type]:
    """The classes that stand where another could: events, ends, choices, readings, estimates."""
    places = (
        rejoinder.events.Event,
        rejoinder.steps.Ending,
        rejoinder.Choice,
        rejoinder.Reading,
        rejoinder.Estimate | rejoinder.Unknown,
    )
    return frozenset(member for place in places for member in get_args(place))
