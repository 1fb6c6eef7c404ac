"""rejoinder: ask a database in plain language; every statement is checked, priced, run read-only and recorded.

Names are loaded when they are first used (PEP 562), so that importing costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rejoinder import blocking as blocking
    from rejoinder import results as results
    from rejoinder import sample as sample
    from rejoinder.agent import Agent as Agent
    from rejoinder.assembly import connect as connect
    from rejoinder.check import Checking as Checking
    from rejoinder.doctor import Examination as Examination
    from rejoinder.errors import DatabaseUnavailable as DatabaseUnavailable
    from rejoinder.errors import InvalidEvent as InvalidEvent
    from rejoinder.errors import LedgerConflict as LedgerConflict
    from rejoinder.errors import LedgerCorrupt as LedgerCorrupt
    from rejoinder.errors import LedgerError as LedgerError
    from rejoinder.errors import LookupUnavailable as LookupUnavailable
    from rejoinder.errors import MissingExtra as MissingExtra
    from rejoinder.errors import PolicyError as PolicyError
    from rejoinder.errors import ProviderError as ProviderError
    from rejoinder.errors import QuestionError as QuestionError
    from rejoinder.errors import RejoinderError as RejoinderError
    from rejoinder.errors import ReplyConflict as ReplyConflict
    from rejoinder.errors import RunNotFound as RunNotFound
    from rejoinder.errors import SettingsError as SettingsError
    from rejoinder.errors import UnknownScheme as UnknownScheme
    from rejoinder.errors import UsageError as UsageError
    from rejoinder.evals import Asked as Asked
    from rejoinder.evals import Held as Held
    from rejoinder.evals import Report as Report
    from rejoinder.evals import Verdict as Verdict
    from rejoinder.evals import hold_cases as hold_cases
    from rejoinder.evals import read_catalogs as read_catalogs
    from rejoinder.evals.replay import Replayed as Replayed
    from rejoinder.evals.replay import counted as count_replayed
    from rejoinder.evaluation import evaluate as evaluate
    from rejoinder.evaluation import replay as replay
    from rejoinder.loop import events as events
    from rejoinder.loop import steps as steps
    from rejoinder.outcome import Outcome as Outcome
    from rejoinder.policy_file import load as load_policy
    from rejoinder.ports import Recorded as Recorded
    from rejoinder.ports import RunQuery as RunQuery
    from rejoinder.ports import RunSummary as RunSummary
    from rejoinder.settings import Settings as Settings
    from rejoinder.terms.catalog import Catalog as Catalog
    from rejoinder.terms.catalog import Column as Column
    from rejoinder.terms.catalog import ColumnRef as ColumnRef
    from rejoinder.terms.catalog import Table as Table
    from rejoinder.terms.catalog import TableKind as TableKind
    from rejoinder.terms.catalog import TableRef as TableRef
    from rejoinder.terms.choice import Choice as Choice
    from rejoinder.terms.choice import RunAnyway as RunAnyway
    from rejoinder.terms.choice import Say as Say
    from rejoinder.terms.choice import UseFact as UseFact
    from rejoinder.terms.choice import UseSql as UseSql
    from rejoinder.terms.estimate import Estimate as Estimate
    from rejoinder.terms.estimate import Unknown as Unknown
    from rejoinder.terms.fact import Fact as Fact
    from rejoinder.terms.finding import Finding as Finding
    from rejoinder.terms.ids import RunId as RunId
    from rejoinder.terms.ids import ThreadId as ThreadId
    from rejoinder.terms.limits import Limits as Limits
    from rejoinder.terms.limits import Spend as Spend
    from rejoinder.terms.limits import Usage as Usage
    from rejoinder.terms.policy import Policy as Policy
    from rejoinder.terms.policy_words import explain as explain_policy
    from rejoinder.terms.policy_words import idle_patterns as idle_patterns
    from rejoinder.terms.privileges import Hazard as Hazard
    from rejoinder.terms.privileges import Privileges as Privileges
    from rejoinder.terms.provider import Message as Message
    from rejoinder.terms.provider import Prompt as Prompt
    from rejoinder.terms.reading import Ask as Ask
    from rejoinder.terms.reading import Declined as Declined
    from rejoinder.terms.reading import NoSql as NoSql
    from rejoinder.terms.reading import Reading as Reading
    from rejoinder.terms.reading import Sql as Sql
    from rejoinder.terms.refusal import Refusal as Refusal
    from rejoinder.terms.signal import Caveat as Caveat
    from rejoinder.terms.signal import Signal as Signal
    from rejoinder.version import VERSION as __version__
    from rejoinder.work import Brief as Brief

_MODULES = {
    "blocking": "rejoinder.blocking",
    "events": "rejoinder.loop.events",
    "results": "rejoinder.results",
    "sample": "rejoinder.sample",
    "steps": "rejoinder.loop.steps",
}
_NAMES = {
    "Agent": ("rejoinder.agent", "Agent"),
    "Ask": ("rejoinder.terms.reading", "Ask"),
    "Asked": ("rejoinder.evals", "Asked"),
    "Brief": ("rejoinder.work", "Brief"),
    "Catalog": ("rejoinder.terms.catalog", "Catalog"),
    "Caveat": ("rejoinder.terms.signal", "Caveat"),
    "Checking": ("rejoinder.check", "Checking"),
    "Choice": ("rejoinder.terms.choice", "Choice"),
    "Column": ("rejoinder.terms.catalog", "Column"),
    "ColumnRef": ("rejoinder.terms.catalog", "ColumnRef"),
    "DatabaseUnavailable": ("rejoinder.errors", "DatabaseUnavailable"),
    "Declined": ("rejoinder.terms.reading", "Declined"),
    "Estimate": ("rejoinder.terms.estimate", "Estimate"),
    "Examination": ("rejoinder.doctor", "Examination"),
    "Fact": ("rejoinder.terms.fact", "Fact"),
    "Finding": ("rejoinder.terms.finding", "Finding"),
    "Hazard": ("rejoinder.terms.privileges", "Hazard"),
    "Held": ("rejoinder.evals", "Held"),
    "InvalidEvent": ("rejoinder.errors", "InvalidEvent"),
    "LedgerConflict": ("rejoinder.errors", "LedgerConflict"),
    "LedgerCorrupt": ("rejoinder.errors", "LedgerCorrupt"),
    "LedgerError": ("rejoinder.errors", "LedgerError"),
    "Limits": ("rejoinder.terms.limits", "Limits"),
    "LookupUnavailable": ("rejoinder.errors", "LookupUnavailable"),
    "Message": ("rejoinder.terms.provider", "Message"),
    "MissingExtra": ("rejoinder.errors", "MissingExtra"),
    "NoSql": ("rejoinder.terms.reading", "NoSql"),
    "Outcome": ("rejoinder.outcome", "Outcome"),
    "Policy": ("rejoinder.terms.policy", "Policy"),
    "PolicyError": ("rejoinder.errors", "PolicyError"),
    "Privileges": ("rejoinder.terms.privileges", "Privileges"),
    "Prompt": ("rejoinder.terms.provider", "Prompt"),
    "ProviderError": ("rejoinder.errors", "ProviderError"),
    "QuestionError": ("rejoinder.errors", "QuestionError"),
    "Reading": ("rejoinder.terms.reading", "Reading"),
    "Recorded": ("rejoinder.ports", "Recorded"),
    "Refusal": ("rejoinder.terms.refusal", "Refusal"),
    "RejoinderError": ("rejoinder.errors", "RejoinderError"),
    "Replayed": ("rejoinder.evals.replay", "Replayed"),
    "ReplyConflict": ("rejoinder.errors", "ReplyConflict"),
    "Report": ("rejoinder.evals", "Report"),
    "RunAnyway": ("rejoinder.terms.choice", "RunAnyway"),
    "RunId": ("rejoinder.terms.ids", "RunId"),
    "RunNotFound": ("rejoinder.errors", "RunNotFound"),
    "RunQuery": ("rejoinder.ports", "RunQuery"),
    "RunSummary": ("rejoinder.ports", "RunSummary"),
    "Say": ("rejoinder.terms.choice", "Say"),
    "Settings": ("rejoinder.settings", "Settings"),
    "SettingsError": ("rejoinder.errors", "SettingsError"),
    "Signal": ("rejoinder.terms.signal", "Signal"),
    "Spend": ("rejoinder.terms.limits", "Spend"),
    "Sql": ("rejoinder.terms.reading", "Sql"),
    "Table": ("rejoinder.terms.catalog", "Table"),
    "TableKind": ("rejoinder.terms.catalog", "TableKind"),
    "TableRef": ("rejoinder.terms.catalog", "TableRef"),
    "ThreadId": ("rejoinder.terms.ids", "ThreadId"),
    "Unknown": ("rejoinder.terms.estimate", "Unknown"),
    "UnknownScheme": ("rejoinder.errors", "UnknownScheme"),
    "Usage": ("rejoinder.terms.limits", "Usage"),
    "UsageError": ("rejoinder.errors", "UsageError"),
    "UseFact": ("rejoinder.terms.choice", "UseFact"),
    "UseSql": ("rejoinder.terms.choice", "UseSql"),
    "Verdict": ("rejoinder.evals", "Verdict"),
    "__version__": ("rejoinder.version", "VERSION"),
    "connect": ("rejoinder.assembly", "connect"),
    "count_replayed": ("rejoinder.evals.replay", "counted"),
    "evaluate": ("rejoinder.evaluation", "evaluate"),
    "explain_policy": ("rejoinder.terms.policy_words", "explain"),
    "hold_cases": ("rejoinder.evals", "hold_cases"),
    "idle_patterns": ("rejoinder.terms.policy_words", "idle_patterns"),
    "load_policy": ("rejoinder.policy_file", "load"),
    "read_catalogs": ("rejoinder.evals", "read_catalogs"),
    "replay": ("rejoinder.evaluation", "replay"),
}

__all__ = [
    "Agent",
    "Ask",
    "Asked",
    "Brief",
    "Catalog",
    "Caveat",
    "Checking",
    "Choice",
    "Column",
    "ColumnRef",
    "DatabaseUnavailable",
    "Declined",
    "Estimate",
    "Examination",
    "Fact",
    "Finding",
    "Hazard",
    "Held",
    "InvalidEvent",
    "LedgerConflict",
    "LedgerCorrupt",
    "LedgerError",
    "Limits",
    "LookupUnavailable",
    "Message",
    "MissingExtra",
    "NoSql",
    "Outcome",
    "Policy",
    "PolicyError",
    "Privileges",
    "Prompt",
    "ProviderError",
    "QuestionError",
    "Reading",
    "Recorded",
    "Refusal",
    "RejoinderError",
    "Replayed",
    "ReplyConflict",
    "Report",
    "RunAnyway",
    "RunId",
    "RunNotFound",
    "RunQuery",
    "RunSummary",
    "Say",
    "Settings",
    "SettingsError",
    "Signal",
    "Spend",
    "Sql",
    "Table",
    "TableKind",
    "TableRef",
    "ThreadId",
    "Unknown",
    "UnknownScheme",
    "Usage",
    "UsageError",
    "UseFact",
    "UseSql",
    "Verdict",
    "__version__",
    "blocking",
    "connect",
    "count_replayed",
    "evaluate",
    "events",
    "explain_policy",
    "hold_cases",
    "idle_patterns",
    "load_policy",
    "read_catalogs",
    "replay",
    "results",
    "sample",
    "steps",
]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return importlib.import_module(_MODULES[name])
        if name in _NAMES:
            module, attribute = _NAMES[name]
            return getattr(importlib.import_module(module), attribute)
        raise AttributeError(f"module `rejoinder` has no `{name}`")


def __dir__() -> list[str]:
    return list(__all__)
