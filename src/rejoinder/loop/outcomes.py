"""How each event changes a run: bookkeeping alone. What comes next is decided in `run.py`, from what is kept here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rejoinder.loop import events, steps
from rejoinder.loop.bounds import charge, reserve, spent, used_up
from rejoinder.loop.state import Author, InHand, Open, Ran, Run, Trouble, Unfinished
from rejoinder.loop.turns import learnt, lowered, replied
from rejoinder.terms.choice import UseSql
from rejoinder.terms.classes import Defect
from rejoinder.terms.fates import FATES, End, Once
from rejoinder.terms.finding import Finding
from rejoinder.terms.limits import Reserved, Spend
from rejoinder.terms.reading import Ask, Declined, NoSql, Sql
from rejoinder.terms.signal import Caveat

_NOT_RESTATED = Caveat(
    source="restate", sentence="The follow-up was taken as it stands, without the questions before it."
)
_NOT_JUDGED = Caveat(source="judge", sentence="The result could not be looked at for signs of trouble.")
_CHANGED_SINCE = Caveat(
    source="rows_lost", sentence="The data changed since the answer was first worked out."
)
_NO_SQL = Finding(defect=Defect.NO_SQL, message="The completion holds no SQL.", rule="reading")
_DIFFERENT = "Show what the corrected SQL returned: it answers a different question"
_MENDED = "Run it as mended"


def apply(run: Run, awaited: steps.Step | steps.Ending, event: events.Event) -> Run:
    """The run after an event that `causes.accept` let through; `awaited` is what it waited for."""
    match event:
        case events.Cancelled():
            return _cancelled(run)
        case events.Late():
            return _late(run, event)
        case events.Replied():
            return replied(run, event)
        case events.Ended(ending=ending):
            return replace(run, ended=ending)
        case events.Interrupted():
            run = lowered(run, event.limits)
            return run if run.open is None else _interrupted(replace(run, open=None), run.open)
        case events.RowsLost():
            return _rows_lost(run, event)
        case _:
            return run if isinstance(awaited, steps.Ending) else _after_step(run, awaited, event)


def _after_step(run: Run, step: steps.Step, event: events.Event) -> Run:
    match event:
        case events.Began():
            return _began(run, step, event)
        case events.Overdrawn():
            return _overdrawn(run, step, event)
    run = charge(run if run.open is None else replace(run, open=None), event)
    if isinstance(event, events.Failed):
        return _failed(run, step, event)
    run = _came_to_something(run, step, event)
    # Rewording the question that something unfinished led to doesn't finish it.
    settled = run.current.unfinished is None or isinstance(step, steps.Phrase)
    return run if settled else _turn(run, unfinished=None)


def _came_to_something(run: Run, step: steps.Step, event: events.Event) -> Run:
    match step, event:
        case _, events.Drafted():
            return _drafted(run, step, event)
        case steps.Repair(), events.Repaired():
            return _repaired(run, step, event)
        case _:
            return _OF[type(event)](run, event)


# Restating and grounding


def _restated(run: Run, event: events.Restated) -> Run:
    return replace(run, question=event.question or run.question, restated=True)


def _grounded(run: Run, event: events.Grounded) -> Run:
    unfinished = run.current.unfinished
    caveats = () if unfinished is None else (_NOT_RESTATED,)
    return _turn(replace(run, grounded=event), caveats=run.current.caveats + caveats)


def _reread(run: Run, event: events.Reread) -> Run:
    """Where the catalog changed, the draft is checked again before anything is made of its trouble (G1)."""
    run = _turn(run, reread=True)
    return _hand(run, trouble=None, checked=False, estimate=None) if event.changed else run


# Calls that cost


def _began(run: Run, step: steps.Step, event: events.Began) -> Run:
    """An attempt counts when it begins, and so does the one correction that a class or a signal allows."""
    run = replace(run, open=Open(began=event, step=step))
    if isinstance(step, steps.Execute):
        return _hand(run, begun=True)
    if not isinstance(step, steps.Draft | steps.Correct) or step.retry:
        return run
    run = spent(run, Spend(attempts=1))
    if isinstance(step, steps.Correct) and step.signals:
        return replace(run, signal_corrected=True)
    hand = run.current.hand
    defects = () if hand is None or hand.trouble is None else hand.trouble.defects
    run = replace(run, corrected=run.corrected | _bounded(defects, Once.RUN))
    return _turn(run, corrected=run.current.corrected | _bounded(defects, Once.TURN))


def _drafted(run: Run, step: steps.Step, event: events.Drafted) -> Run:
    """A completion, whether it holds SQL or not. Which earlier draft it repeats is kept beside it (L7)."""
    hand = InHand(
        text=event.text,
        canonical=event.canonical,
        author=Author.MODEL,
        attempt=run.attempts,
        model_seconds=event.seconds,
        from_signals=isinstance(step, steps.Correct) and bool(step.signals),
        caveats=event.notes,
    )
    match event.reading:
        case Ask() | Declined() as said:
            hand = replace(hand, said=said, text="", canonical="")
        case Sql() if event.text:
            same = (draft for draft in run.drafts if draft.is_repeated_by(event.text, event.canonical))
            hand = replace(hand, repeats=next(same, None))
        case Sql(text) | NoSql(text):
            nothing = Trouble(defects=(Defect.NO_SQL,), findings=(_NO_SQL,), diagnosed=True, unrepaired=True)
            hand = replace(hand, said=NoSql(text), trouble=nothing, text="", canonical="")
    return _turn(run, hand=hand, earlier=run.drafts)


def _failed(run: Run, step: steps.Step, event: events.Failed) -> Run:
    """A result that couldn't be judged is kept with a caveat; a question that couldn't be phrased stays as it was."""
    turn = run.current
    if isinstance(step, steps.Phrase):
        return _turn(run, phrased="")
    if isinstance(step, steps.Judge):
        return _judged_as(_hand(run, caveats=(*_in_hand(run).caveats, _NOT_JUDGED)), ())
    before = turn.unfinished
    retried = before is not None and before.failure is not None
    return _turn(run, unfinished=Unfinished(step=step, failure=event, retried=retried))


def _interrupted(run: Run, opened: Open) -> Run:
    """The reservation is spent. An execution starts over from its check; the caller decides about the rest."""
    run = reserve(run, opened.began.reserved)
    step, turn = opened.step, run.current
    match step:
        case steps.Phrase():
            return _turn(run, phrased="")
        case steps.Restate():
            return _turn(run, unfinished=Unfinished(step=step))
        case steps.Execute():
            run = _gone_on(_turn(run, interruptions=turn.interruptions + 1))
            return _hand(run, checked=False, estimate=None)
        case _:
            return _turn(run, interruptions=turn.interruptions + 1, unfinished=Unfinished(step=step))


def _overdrawn(run: Run, step: steps.Step, event: events.Overdrawn) -> Run:
    return _turn(run, phrased="") if isinstance(step, steps.Phrase) else _turn(run, overdrawn=event.unit)


# Checking and mending


def _checked(run: Run, event: events.Checked) -> Run:
    """A statement that no longer passes takes its price and its result with it."""
    hand = _in_hand(run)
    kept = {"caveats": hand.caveats + event.caveats, "canonical": hand.canonical or event.canonical}
    if not event.findings:
        return _hand(run, checked=True, trouble=None, **kept)
    trouble = Trouble(
        defects=tuple(dict.fromkeys(finding.defect for finding in event.findings)), findings=event.findings
    )
    passes = trouble.fate.end is End.PASS
    return _hand(run, checked=passes, trouble=trouble, estimate=None, ran=None, **kept)


def _diagnosed(run: Run, event: events.Diagnosed) -> Run:
    hand = _in_hand(run)
    run = replace(run, facts=learnt(run.facts, event.facts))
    if hand.trouble is not None:
        return _hand(run, trouble=replace(hand.trouble, diagnosed=True))
    return run if hand.ran is None else _hand(run, ran=replace(hand.ran, diagnosed=True))


def _repaired(run: Run, step: steps.Repair, event: events.Repaired) -> Run:
    """A repair that repeats a draft or a rule counts as none (L5, L7); a person's SQL is only offered it."""
    hand = _in_hand(run)
    repeats = any(draft.is_repeated_by(event.text, event.canonical) for draft in run.drafts)
    if repeats or event.rule in step.spent:
        return _unrepaired(run, event)
    if hand.author is Author.PERSON:
        label = event.caveats[0].sentence if event.caveats else _MENDED
        offered = UseSql(label=label, sql=event.text)
        return _unrepaired(_turn(run, offers=(*run.current.offers, offered)), event)
    mended = InHand(
        text=event.text,
        canonical=event.canonical,
        author=hand.author,
        attempt=hand.attempt,
        model_seconds=hand.model_seconds,
        from_signals=hand.from_signals,
        repairs=(*hand.repairs, event.rule),
        caveats=hand.caveats + event.caveats,
    )
    return _turn(run, hand=mended, earlier=run.drafts)


def _unrepaired(run: Run, _: events.Event) -> Run:
    hand = _in_hand(run)
    return run if hand.trouble is None else _hand(run, trouble=replace(hand.trouble, unrepaired=True))


# Pricing, running, judging


def _estimated(run: Run, event: events.Estimated) -> Run:
    """A price is the database's latest word: an earlier refusal is no longer what it says."""
    return _hand(_gone_on(run), estimate=event.estimate, refusal=None)


def _refused(run: Run, event: events.Refused) -> Run:
    """An execution that used its timeout up counts as a timeout, whatever its message says (L6)."""
    run = _gone_on(run)
    timeout = event.during == "execute" and used_up(event.seconds, event.timeout_seconds)
    trouble = Trouble(
        defects=(Defect.STATEMENT_TIMEOUT if timeout else event.refusal.defect,),
        refusal=event.refusal,
        during=event.during,
    )
    if event.during == "execute":
        run = _turn(run, longest_execution=max(run.current.longest_execution, event.seconds))
    return _hand(
        run,
        trouble=trouble,
        refusal=event.refusal,
        executed_sql=event.executed_sql,
        executed_canonical=event.executed_canonical,
    )


def _executed(run: Run, event: events.Executed) -> Run:
    run = _gone_on(run)
    hand = _in_hand(run)
    changed = hand.lost_digest is not None and hand.lost_digest != event.digest
    run = _turn(run, longest_execution=max(run.current.longest_execution, event.seconds))
    return _hand(
        run,
        ran=Ran(sequence=run.sequence + 1, digest=event.digest, truncated=event.truncated),
        refusal=None,
        lost_digest=None,
        executed_sql=event.executed_sql,
        executed_canonical=event.executed_canonical,
        caveats=hand.caveats + ((_CHANGED_SINCE,) if changed else ()),
    )


def _judged(run: Run, event: events.Judged) -> Run:
    """The earlier result stays unless the new one carries fewer signals and answers the same question (L10)."""
    best = run.current.best
    run = _judged_as(run, event.signals)
    if best is None:
        return run
    hand = _in_hand(run)
    if event.same_question is not True:
        return _turn(run, different=UseSql(label=_DIFFERENT, sql=hand.text))
    return _turn(run, best=hand) if len(event.signals) < len(best.signals) else run


def _rows_lost(run: Run, event: events.RowsLost) -> Run:
    """What had those rows is in hand again, to be checked, priced and run anew; it is nobody's best any more."""
    turn, hand = run.current, _in_hand(run)
    best = turn.best
    owner = best if best is not None and best.sequence == event.sequence else hand
    digest = None if owner.ran is None else owner.ran.digest
    again = replace(owner, checked=False, estimate=None, ran=None, trouble=None, lost_digest=digest)
    earlier = turn.earlier if owner.text == hand.text else run.drafts
    kept = None if owner is best else best
    return _turn(run, hand=again, earlier=earlier, best=kept, losses=turn.losses + 1)


# From outside, and the end


def _cancelled(run: Run) -> Run:
    """In every state. A call under way is charged what it had reserved until its true spend arrives."""
    reserved = None if run.open is None else run.open.began.reserved
    if reserved is not None:
        run = reserve(run, reserved)
    return replace(run, cancelled=True, open=None, settled=reserved or run.settled)


def _late(run: Run, event: events.Late) -> Run:
    """What arrived after all, instead of what was reserved for it: its spend counts, its content doesn't."""
    held = run.settled or Reserved()
    run = spent(run, Spend(seconds=-held.seconds, tokens=-held.tokens, money=-held.money))
    return replace(charge(run, event), settled=None)


def _phrased(run: Run, event: events.Phrased) -> Run:
    return _turn(run, phrased=event.sentence)


# Parts


def _turn(run: Run, **changes: Any) -> Run:
    return replace(run, current=replace(run.current, **changes))


def _hand(run: Run, **changes: Any) -> Run:
    return _turn(run, hand=replace(_in_hand(run), **changes))


def _in_hand(run: Run) -> InHand:
    hand = run.current.hand
    if hand is None:
        raise ValueError("no draft is in hand")
    return hand


def _judged_as(run: Run, signals: tuple[Any, ...]) -> Run:
    hand = _in_hand(run)
    ran = None if hand.ran is None else replace(hand.ran, signals=signals)
    run = _hand(run, ran=ran)
    return _turn(run, best=run.current.best or run.current.hand)


def _gone_on(run: Run) -> Run:
    """The step after a trouble was taken: a literal that isn't stored passed, or a refusal was retried."""
    hand = _in_hand(run)
    trouble = hand.trouble
    if trouble is None:
        return run
    retried = hand.retried or trouble.refusal is not None
    return _hand(run, trouble=None, retried=retried, caveats=hand.caveats + trouble.passed)


def _bounded(defects: tuple[Defect, ...], once: Once) -> frozenset[Defect]:
    return frozenset(defect for defect in defects if FATES[defect].once is once)


_OF: Mapping[type[events.Event], Callable[[Run, Any], Run]] = {
    events.Restated: _restated,
    events.Grounded: _grounded,
    events.Reread: _reread,
    events.Checked: _checked,
    events.Diagnosed: _diagnosed,
    events.Unrepaired: _unrepaired,
    events.Estimated: _estimated,
    events.Refused: _refused,
    events.Executed: _executed,
    events.Judged: _judged,
    events.Phrased: _phrased,
}
