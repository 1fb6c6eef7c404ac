"""Which event may follow what: `advance` takes nothing that the run's next step cannot have caused."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rejoinder.errors import InvalidEvent
from rejoinder.loop import events, steps
from rejoinder.loop.bounds import overdrawn
from rejoinder.loop.state import Run
from rejoinder.loop.steps import Ending, Step
from rejoinder.terms.choice import Say
from rejoinder.terms.classes import CHECK_ALONE, DATABASE_ALONE
from rejoinder.terms.fates import End, fate_of

OUTCOMES: Mapping[type[Step], tuple[type[events.Event], ...]] = MappingProxyType(
    {
        steps.Restate: (events.Restated,),
        steps.Ground: (events.Grounded,),
        steps.Reread: (events.Reread,),
        steps.Draft: (events.Drafted,),
        steps.Correct: (events.Drafted,),
        steps.Check: (events.Checked,),
        steps.Diagnose: (events.Diagnosed,),
        steps.Repair: (events.Repaired, events.Unrepaired),
        steps.Estimate: (events.Estimated, events.Refused, events.Checked),
        steps.Execute: (events.Executed, events.Refused, events.Checked),
        steps.Judge: (events.Judged, events.RowsLost, events.Checked),
        steps.Phrase: (events.Phrased,),
    }
)
"""What each step may lead to, beside `Failed`."""


def accept(run: Run, awaited: Step | Ending, event: events.Event) -> None:
    """Raise `InvalidEvent` unless `event` may follow; `awaited` is the open step, else what is next."""
    if not _possible(run, awaited, event):
        said = type(awaited).__name__
        begun = "which has begun" if run.open is not None else "which is next"
        raise InvalidEvent(f"`{type(event).__name__}` can't follow: the run waits for `{said}`, {begun}.")


def _possible(run: Run, awaited: Step | Ending, event: events.Event) -> bool:
    match event:
        case events.Asked():
            return False
        case events.Late():
            return run.settled is not None
        case events.Replied():
            return _may_be_replied(run, event)
        case events.Cancelled():
            return run.ended is None and not run.cancelled
        case events.Interrupted():
            return run.open is not None or (event.limits is not None and run.ended is None)
        case events.Ended():
            return run.ended is None and run.open is None and awaited == event.ending
        case _:
            return run.ended is None and _caused(run, awaited, event)


def _may_be_replied(run: Run, event: events.Replied) -> bool:
    waiting, choice = run.ended, event.choice
    if not isinstance(waiting, steps.Clarify) or run.turn >= run.limits.turns:
        return False
    return isinstance(choice, Say) or choice in waiting.choices


def _caused(run: Run, awaited: Step | Ending, event: events.Event) -> bool:
    """Whether the step that is awaited can have led to it. A step that costs has begun before it has an outcome."""
    if isinstance(awaited, Ending):
        rows = awaited.sequence if isinstance(awaited, steps.Answer) else None
        return isinstance(event, events.RowsLost) and rows is not None and event.sequence == rows
    match event:
        case events.Began():
            attempt = getattr(awaited, "attempt", run.attempts)
            named = event.step == type(awaited).__name__ and event.attempt == attempt
            return _may_begin(run, awaited) and named and overdrawn(run, event.reserved) is None
        case events.Overdrawn():
            return _may_begin(run, awaited)
    if awaited.costs is not (run.open is not None):
        return False
    return isinstance(event, events.Failed) or _is_outcome(awaited, event)


def _may_begin(run: Run, awaited: Step) -> bool:
    return awaited.costs and run.open is None


def _is_outcome(step: Step, event: events.Event) -> bool:
    if not isinstance(event, OUTCOMES[type(step)]):
        return False
    match event:
        case events.Refused(during=during, refusal=refusal):
            return during == type(step).__name__.lower() and refusal.defect not in CHECK_ALONE
        case events.RowsLost(sequence=sequence):
            return isinstance(step, steps.Judge) and sequence == step.sequence
        case events.Checked(findings=findings):
            found = {finding.defect for finding in findings}
            no_longer_passes = bool(found) and fate_of(found).end is not End.PASS
            return (isinstance(step, steps.Check) or no_longer_passes) and found.isdisjoint(DATABASE_ALONE)
        case _:
            return True
