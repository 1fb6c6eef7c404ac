"""What is known about each engine's SQL: one file an engine, found by its name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from rejoinder.errors import UnknownScheme
from rejoinder.terms.dialect import Dialect


@cache
def dialect(name: str) -> Dialect:
    """The dialect called `name`. Raises `UnknownScheme`."""
    path = f"{__name__}.{name}"
    if not name.isidentifier() or name.startswith("_") or find_spec(path) is None:
        raise UnknownScheme(f"There is no SQL dialect `{name}` here.")
    found: Dialect = import_module(path).DIALECT
    return found
