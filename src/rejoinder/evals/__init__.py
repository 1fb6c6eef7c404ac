"""Measures answers against gold SQL: `rejoinder eval run`."""

from __future__ import annotations

from rejoinder.evals.databases import find_databases
from rejoinder.evals.questions import EvalQuestion, read_questions
from rejoinder.evals.scoring import Asked, Report, Verdict, score

__all__ = [
    "Asked",
    "EvalQuestion",
    "Report",
    "Verdict",
    "find_databases",
    "read_questions",
    "score",
]
