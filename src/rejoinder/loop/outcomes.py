"""How each event changes a run: bookkeeping alone. What comes next is decided in `run.py`, from what is kept here."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from rejoinder.loop import events, steps
from rejoinder.loop.bounds import used_up
from rejoinder.loop.state import Author, InHand, Open, Ran, Run, Trouble, Turn, Unfinished
from rejoinder.terms.choice import Choice, RunAnyway, Say, UseFact, UseSql
from rejoinder.terms.classes import Defect
from rejoinder.terms.fact import Fact
from rejoinder.terms.fates import FATES, End, Once
from rejoinder.terms.finding import Finding
from rejoinder.terms.limits import Reserved, Spend, Usage
from rejoinder.terms.question import Mode
from rejoinder.terms.reading import Ask, Declined, NoSql, Sql
from rejoinder.terms.signal import Caveat

_NOT_RESTATED = Caveat(
    source="restate", sentence="The follow-up was taken as it stands, without the questions before it."
)
_NOT_JUDGED = Caveat(source="judge", sentence="The result could not be looked at for signs of trouble.")
_CHANGED_SINCE = Caveat(source="rows_lost", sentence="The data changed since the answer was first worked out.")
_NO_SQL = Finding(defect=Defect.NO_SQL, message="The completion holds no SQL.", rule="reading")
_DIFFERENT = "Show what the corrected SQL returned: it answers a different question"
_MENDED = "Run it as mended"


def begin(asked: events.Asked) -> Run:
    """The run that a question starts. In mode `sql` a person's statement is in hand from the start."""
    hand = None
    if asked.mode is Mode.SQL:
        hand = InHand(text=asked.sql or "", canonical="", author=Author.PERSON)
    return Run(asked=asked, question=asked.question, today=asked.today, current=Turn(hand=hand))


def charge(run: Run, event: events.Event) -> Run:
    """Add what the event says was used, to the turn and to the run. An unknown price counts as nothing."""
    usage: Usage = getattr(event, "usage", Usage())
    cost: Decimal | None = getattr(event, "cost", None)
    seconds: float = getattr(event, "seconds", 0.0)
    return _spent(run, Spend(seconds=seconds, tokens=usage.tokens, money=cost or Decimal(0)))


# Restating and grounding


def restated(run: Run, event: events.Restated) -> Run:
    return replace(run, question=event.question or run.question)


def grounded(run: Run, event: events.Grounded) -> Run:
    unfinished = run.current.unfinished
    caveats = () if unfinished is None else (_NOT_RESTATED,)
    return _turn(replace(run, grounded=event), caveats=run.current.caveats + caveats)


def reread(run: Run, event: events.Reread) -> Run:
    """Where the catalog changed, the draft is checked again before anything is made of its trouble (G1)."""
    run = _turn(run, reread=True)
    return _hand(run, trouble=None, checked=False, estimate=None) if event.changed else run


# Calls that cost


def began(run: Run, step: steps.Step, event: events.Began) -> Run:
    """An attempt counts when it begins, and so does the one correction that a class or a signal allows."""
    run = replace(run, open=Open(began=event, step=step))
    if isinstance(step, steps.Execute):
        return _hand(run, begun=True)
    if not isinstance(step, steps.Draft | steps.Correct) or step.retry:
        return run
    run = _spent(run, Spend(attempts=1))
    if isinstance(step, steps.Correct) and step.signals:
        return replace(run, signal_corrected=True)
    hand = run.current.hand
    defects = () if hand is None or hand.trouble is None else hand.trouble.defects
    run = replace(run, corrected=run.corrected | _bounded(defects, Once.RUN))
    return _turn(run, corrected=run.current.corrected | _bounded(defects, Once.TURN))


def drafted(run: Run, step: steps.Step, event: events.Drafted) -> Run:
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


def failed(run: Run, step: steps.Step, event: events.Failed) -> Run:
    """A result that couldn't be judged is kept with a caveat; a question that couldn't be phrased stays as it was."""
    turn = run.current
    if isinstance(step, steps.Phrase):
        return _turn(run, phrased="")
    if isinstance(step, steps.Judge):
        return _judged_as(_hand(run, caveats=_in_hand(run).caveats + (_NOT_JUDGED,)), ())
    before = turn.unfinished
    retried = before is not None and before.failure is not None
    return _turn(run, unfinished=Unfinished(step=step, failure=event, retried=retried))


def interrupted(run: Run, opened: Open) -> Run:
    """The reservation is spent. An execution starts over from its check; the caller decides about the rest."""
    run = _reserved(run, opened.began.reserved)
    step, turn = opened.step, run.current
    match step:
        case steps.Phrase():
            return _turn(run, phrased="")
        case steps.Restate():
            return _turn(run, unfinished=Unfinished(step=step))
        case steps.Execute():
            run = _turn(run, interruptions=turn.interruptions + 1)
            return _hand(run, checked=False, estimate=None, trouble=None)
        case _:
            return _turn(run, interruptions=turn.interruptions + 1, unfinished=Unfinished(step=step))


def overdrawn(run: Run, step: steps.Step, event: events.Overdrawn) -> Run:
    return _turn(run, phrased="") if isinstance(step, steps.Phrase) else _turn(run, overdrawn=event.unit)


# Checking and mending


def checked(run: Run, event: events.Checked) -> Run:
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


def diagnosed(run: Run, event: events.Diagnosed) -> Run:
    hand = _in_hand(run)
    run = replace(run, facts=_learnt(run.facts, event.facts))
    if hand.trouble is not None:
        return _hand(run, trouble=replace(hand.trouble, diagnosed=True))
    return run if hand.ran is None else _hand(run, ran=replace(hand.ran, diagnosed=True))


def repaired(run: Run, step: steps.Repair, event: events.Repaired) -> Run:
    """A repair that repeats a draft or a rule counts as none (L5, L7); a person's SQL is only offered it."""
    hand = _in_hand(run)
    repeats = any(draft.is_repeated_by(event.text, event.canonical) for draft in run.drafts)
    if repeats or event.rule in step.spent:
        return unrepaired(run)
    if hand.author is Author.PERSON:
        label = event.caveats[0].sentence if event.caveats else _MENDED
        return unrepaired(_turn(run, offers=(*run.current.offers, UseSql(label=label, sql=event.text))))
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


def unrepaired(run: Run) -> Run:
    hand = _in_hand(run)
    return run if hand.trouble is None else _hand(run, trouble=replace(hand.trouble, unrepaired=True))


# Pricing, running, judging


def estimated(run: Run, event: events.Estimated) -> Run:
    return _hand(_gone_on(run), estimate=event.estimate)


def refused(run: Run, event: events.Refused) -> Run:
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


def executed(run: Run, event: events.Executed) -> Run:
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


def judged(run: Run, event: events.Judged) -> Run:
    """The earlier result stays unless the new one carries fewer signals and answers the same question (L10)."""
    best = run.current.best
    run = _judged_as(run, event.signals)
    if best is None:
        return run
    hand = _in_hand(run)
    if event.same_question is not True:
        return _turn(run, different=UseSql(label=_DIFFERENT, sql=hand.text))
    return _turn(run, best=hand) if len(event.signals) < len(best.signals) else run


def rows_lost(run: Run, event: events.RowsLost) -> Run:
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


def cancelled(run: Run) -> Run:
    """In every state. A call under way is charged what it had reserved until its true spend arrives."""
    reserved = None if run.open is None else run.open.began.reserved
    if reserved is not None:
        run = _reserved(run, reserved)
    return replace(run, cancelled=True, open=None, settled=reserved or run.settled)


def late(run: Run, event: events.Late) -> Run:
    """What arrived after all, instead of what was reserved for it: its spend counts, its content doesn't."""
    held = run.settled or Reserved()
    run = _spent(run, Spend(seconds=-held.seconds, tokens=-held.tokens, money=-held.money))
    return replace(charge(run, event), settled=None)


def phrased(run: Run, event: events.Phrased) -> Run:
    return _turn(run, phrased=event.sentence)


def replied(run: Run, event: events.Replied) -> Run:
    """A new turn: facts, tokens and money last for the run; attempts, seconds and repairs begin anew."""
    turn = _taken_up(run, event.choice, Turn(number=run.turn + 1))
    run = replace(run, today=event.today, ended=None, grounded=None, current=turn)
    match event.choice:
        case Say(text=text):
            return replace(run, said=(*run.said, text), question=run.question or text)
        case UseFact(label=label, fact=fact):
            return replace(run, said=(*run.said, label), facts=_learnt(run.facts, (fact,)))
        case UseSql() | RunAnyway():
            return run


def _taken_up(run: Run, choice: Choice, turn: Turn) -> Turn:
    if isinstance(choice, UseSql):
        author = Author.PERSON if run.asked.mode is Mode.SQL else Author.CHOICE
        return replace(turn, hand=InHand(text=choice.sql, canonical="", author=author))
    if isinstance(choice, RunAnyway):
        priced = replace(_in_hand(run), checked=False, estimate=None, attempt=0)
        return replace(turn, hand=priced, granted=(choice.canonical, choice.up_to))
    return turn


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
    passed = tuple(Caveat(source=str(each.defect), sentence=each.message) for each in trouble.findings)
    retried = hand.retried or trouble.refusal is not None
    return _hand(run, trouble=None, retried=retried, caveats=hand.caveats + passed)


def _spent(run: Run, more: Spend) -> Run:
    return replace(
        run, spend=_sum(run.spend, more), current=replace(run.current, spend=_sum(run.current.spend, more))
    )


def _reserved(run: Run, reserved: Reserved) -> Run:
    return _spent(run, Spend(seconds=reserved.seconds, tokens=reserved.tokens, money=reserved.money))


def _sum(one: Spend, other: Spend) -> Spend:
    return Spend(
        attempts=one.attempts + other.attempts,
        seconds=one.seconds + other.seconds,
        tokens=one.tokens + other.tokens,
        money=one.money + other.money,
    )


def _bounded(defects: tuple[Defect, ...], once: Once) -> frozenset[Defect]:
    return frozenset(defect for defect in defects if FATES[defect].once is once)


def _learnt(known: tuple[Fact, ...], more: tuple[Fact, ...]) -> tuple[Fact, ...]:
    return tuple(dict.fromkeys((*known, *more)))
