"""Measures answers against gold SQL, and cases against what they should come to."""

from __future__ import annotations

from rejoinder.evals.cases import Held, hold_cases
from rejoinder.evals.catalogs import read_catalogs
from rejoinder.evals.databases import find_databases
from rejoinder.evals.questions import EvalQuestion, read_questions
from rejoinder.evals.scoring import Asked, Report, Verdict, score

__all__ = [
    "Asked",
    "EvalQuestion",
    "Held",
    "Report",
    "Verdict",
    "find_databases",
    "hold_cases",
    "read_catalogs",
    "read_questions",
    "score",
]
