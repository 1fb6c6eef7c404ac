"""The built-in drafter, through the whole loop, on questions with gold SQL"""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.figures import Figure

from rejoinder.evals import Asked, Report, Verdict
from rejoinder.evaluation import evaluate
from rejoinder.settings import Settings

SHARED = Path(os.environ.get("REJOINDER_SHARED", Path(__file__).resolve().parents[3] / "shared"))
CORPORA = ("spider-dev", "spider-realistic")
_SAID = {
    Verdict.EQUAL: "equal to gold",
    Verdict.DIFFERS: "differs from gold",
    Verdict.CLARIFIED: "asked back",
}


def main() -> Sequence[Figure]:
    """Shares of the ends and the seconds a question, a corpus after the other."""
    return [figure for corpus in CORPORA for figure in asyncio.run(_corpus(corpus))]


async def _corpus(corpus: str) -> Sequence[Figure]:
    questions = SHARED / "corpora" / "questions" / f"{corpus}.jsonl"
    if not questions.is_file():
        print(f"left out: there is no `{questions}` (REJOINDER_SHARED may name another folder)")
        return []
    asked: list[Asked] = []
    seconds: list[float] = []
    settings = Settings.load().given(model="builtin")
    began = time.perf_counter()
    async for each in evaluate(questions, SHARED / "corpora", settings=settings):
        asked.append(each)
        seconds.append(time.perf_counter() - began)
        began = time.perf_counter()
    report = Report.of(asked)
    answered = report.share(Verdict.EQUAL) + report.share(Verdict.DIFFERS)
    return [
        *(_share(f"{corpus}: {said}", report.share(verdict)) for verdict, said in _SAID.items()),
        _share(f"{corpus}: equal, of those answered", report.share(Verdict.EQUAL) / answered),
        Figure(
            what=f"{corpus}: a question, with the gold run beside it",
            value=statistics.median(seconds) * 1000,
            unit="ms",
            note=f"{report.questions} questions",
        ),
    ]


def _share(what: str, share: float) -> Figure:
    return Figure(what=what, value=share * 100, unit="%")
