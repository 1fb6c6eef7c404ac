"""One file a rule: finds what the modules of a package export, so that a new file needs no second edit."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any


@cache
def exported(package: str, attribute: str) -> tuple[Any, ...]:
    """`attribute` of every public module directly inside `package`, in the order of the modules' names."""
    paths = importlib.import_module(package).__path__
    names = sorted(found.name for found in pkgutil.iter_modules(paths) if not found.name.startswith("_"))
    modules = (importlib.import_module(f"{package}.{name}") for name in names)
    return tuple(getattr(module, attribute) for module in modules if hasattr(module, attribute))
