"""rejoinder: ask a database in plain language; every statement is checked, priced, run read-only and recorded.

Names are loaded when they are first used (PEP 562), so that importing costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rejoinder import blocking as blocking
    from rejoinder.agent import Agent as Agent
    from rejoinder.assembly import connect as connect
    from rejoinder.check import Checking as Checking
    from rejoinder.errors import RejoinderError as RejoinderError
    from rejoinder.outcome import Outcome as Outcome
    from rejoinder.ports import Recorded as Recorded
    from rejoinder.ports import RunQuery as RunQuery
    from rejoinder.ports import RunSummary as RunSummary
    from rejoinder.settings import Settings as Settings
    from rejoinder.terms.limits import Limits as Limits
    from rejoinder.terms.policy import Policy as Policy
    from rejoinder.version import VERSION as __version__

_HOMES = {
    "Agent": "rejoinder.agent",
    "Checking": "rejoinder.check",
    "Limits": "rejoinder.terms.limits",
    "Outcome": "rejoinder.outcome",
    "Policy": "rejoinder.terms.policy",
    "Recorded": "rejoinder.ports",
    "RejoinderError": "rejoinder.errors",
    "RunQuery": "rejoinder.ports",
    "RunSummary": "rejoinder.ports",
    "Settings": "rejoinder.settings",
    "connect": "rejoinder.assembly",
}

__all__ = [
    "Agent",
    "Checking",
    "Limits",
    "Outcome",
    "Policy",
    "Recorded",
    "RejoinderError",
    "RunQuery",
    "RunSummary",
    "Settings",
    "__version__",
    "blocking",
    "connect",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return importlib.import_module("rejoinder.version").VERSION
    if name == "blocking":
        return importlib.import_module("rejoinder.blocking")
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module `rejoinder` has no `{name}`")


def __dir__() -> list[str]:
    return __all__
