"""What is known about each engine's SQL: one file an engine, found by its name.

A file without a `DIALECT` only classifies its engine's errors: no connector of this version speaks to it yet.
"""

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
    found: Dialect | None = None
    if name.isidentifier() and not name.startswith("_") and find_spec(path) is not None:
        found = getattr(import_module(path), "DIALECT", None)
    if found is None:
        raise UnknownScheme(f"There is no SQL dialect `{name}` here.")
    return found
