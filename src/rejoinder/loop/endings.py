"""The closed set of ends (L12), made from what a run has in hand. `run.py` says when; this file says which.

conclude = the best result so far with its caveats; else a clarifying question; else a refusal or a failure.
"""

from __future__ import annotations

from dataclasses import replace

from rejoinder.loop.bounds import may_be_granted
from rejoinder.loop.events import Failed, FailureKind
from rejoinder.loop.state import Author, InHand, Run
from rejoinder.loop.steps import (
    Answer,
    Clarify,
    ClarifyReason,
    Ending,
    Fail,
    FailReason,
    Refuse,
    RefuseReason,
    StoppedBy,
)
from rejoinder.terms.choice import Choice, RunAnyway, UseFact, UseSql
from rejoinder.terms.estimate import Estimate
from rejoinder.terms.fact import Fact, FactKind
from rejoinder.terms.fates import End
from rejoinder.terms.question import Mode
from rejoinder.terms.reading import Ask, Declined, NoSql, Option
from rejoinder.terms.signal import Caveat

_REFUSED = {End.POLICY: RefuseReason.POLICY, End.PERMISSION: RefuseReason.PERMISSION}
_FAILED = {
    End.READ_ONLY: FailReason.READ_ONLY,
    End.TIMEOUT: FailReason.TIMEOUT,
    End.CONNECTION: FailReason.CONNECTION,
    End.RESOURCES: FailReason.RESOURCES,
}
_BY_KIND = {
    FailureKind.PROVIDER: FailReason.PROVIDER,
    FailureKind.CONNECTION: FailReason.CONNECTION,
    FailureKind.AUTHENTICATION: FailReason.CONNECTION,
    FailureKind.RESOURCES: FailReason.RESOURCES,
    FailureKind.INTERNAL: FailReason.INTERNAL,
}
_WITHOUT_DRAFT = {StoppedBy.SECONDS: FailReason.TIMEOUT, StoppedBy.PROVIDER: FailReason.PROVIDER}

RUN_ANYWAY = "Run it anyway"
RUN_THIS = "Run this SQL"


def conclude(run: Run, stopped_by: StoppedBy | None = None) -> Ending:
    """The best end that what is in hand allows, when nothing more is to be tried."""
    if run.best is not None:
        return answered(run, run.best, stopped_by)
    hand = run.current.hand
    if stopped_by is StoppedBy.INTERRUPTED:
        return _failed(hand, FailReason.INTERRUPTED, stopped_by=stopped_by)
    if hand is None:
        reason = FailReason.LIMIT if stopped_by is None else _WITHOUT_DRAFT.get(stopped_by, FailReason.LIMIT)
        return _failed(None, reason, stopped_by=stopped_by)
    if isinstance(hand.said, Ask):
        return _meant(run, hand.said, stopped_by)
    subject = hand.repeats or hand
    end = End.PASS if subject.trouble is None else subject.trouble.fate.end
    if end in _FAILED:
        return _failed(subject, _FAILED[end], stopped_by=stopped_by)
    if end in _REFUSED and not run.current.offers:
        return _refused(subject, _REFUSED[end])
    if run.asked.mode is Mode.ASK and hand.checked and hand.runnable:
        return not_executed(run, hand, stopped_by)
    return _unresolved(run, subject, stopped_by)


def broken(run: Run, failure: Failed) -> Ending:
    """The end where a step could not be carried out (L12: also on our own bug)."""
    hand = run.current.hand
    if failure.kind is FailureKind.PROVIDER:
        ending = conclude(run, StoppedBy.PROVIDER)
    elif run.best is not None:
        ending = answered(run, run.best, StoppedBy.FAILED)
    else:
        ending = _failed(hand, _BY_KIND[failure.kind])
    return replace(ending, message=failure.message) if isinstance(ending, Fail) else ending


def answered(run: Run, best: InHand, stopped_by: StoppedBy | None) -> Answer:
    """A result, the SQL behind it, and the reasons to doubt it (L10, L11)."""
    said = tuple(Caveat(source=signal.name, sentence=signal.message) for signal in best.signals)
    return Answer(
        sql=best.text,
        sequence=best.sequence,
        caveats=_caveats(run, best) + said,
        signals=best.signals,
        estimate=best.estimate,
        stopped_by=stopped_by,
        different=run.current.different,
        repaired_by=best.repairs,
    )


def not_executed(run: Run, hand: InHand, stopped_by: StoppedBy | None, *, too_broad: bool = False) -> Answer:
    """What mode `ask` ends with: checked SQL and its price. One over its ceiling is still told, as a caveat."""
    caveats = _caveats(run, hand) + (() if hand.trouble is None else hand.trouble.passed)
    if too_broad:
        caveats += (Caveat(source="ceiling", sentence="Running this costs more than may be spent unasked."),)
    return Answer(
        sql=hand.text,
        sequence=None,
        caveats=caveats,
        estimate=hand.estimate,
        stopped_by=stopped_by,
        repaired_by=hand.repairs,
    )


def too_broad(run: Run, hand: InHand) -> Ending:
    """The price is over its ceiling: ask, and offer to run it anyway where that may be granted (X1)."""
    if run.best is not None:
        return answered(run, run.best, StoppedBy.COST)
    choices: tuple[Choice, ...] = ()
    if may_be_granted(run, hand):
        price = hand.estimate if isinstance(hand.estimate, Estimate) else Estimate()
        choices = (RunAnyway(label=RUN_ANYWAY, canonical=hand.canonical, up_to=price),)
    return Clarify(
        reason=ClarifyReason.TOO_BROAD,
        facts=run.facts,
        choices=choices,
        sql=hand.text,
        estimate=hand.estimate,
        caveats=_caveats(run, hand),
        stopped_by=StoppedBy.COST,
        repaired_by=hand.repairs,
    )


def turned_away(run: Run) -> Ending | None:
    """The end of a run that was over before anything was done for it."""
    verdicts = run.asked.verdicts
    if run.cancelled:
        return Fail(reason=FailReason.CANCELLED)
    if verdicts.topic is not None:
        return Refuse(reason=RefuseReason.TOPIC, sentence=verdicts.topic)
    if verdicts.daily_budget is not None:
        return Refuse(reason=RefuseReason.DAILY_BUDGET, sentence=verdicts.daily_budget)
    return None


def in_its_last_turn(run: Run, ending: Clarify) -> Clarify:
    """The same question where no reply can follow any more: it offers nothing, and says why."""
    if run.turn < run.limits.turns:
        return ending
    return replace(ending, choices=(), stopped_by=StoppedBy.TURNS)


def _meant(run: Run, ask: Ask, stopped_by: StoppedBy | None) -> Clarify:
    """What the model asks. Where the database refused a statement first, its error is told beside it (L12)."""
    shown = _last_refused(run)
    return Clarify(
        reason=ClarifyReason.MEANING,
        facts=run.facts,
        choices=tuple(_meaning(option) for option in ask.options),
        sql="" if shown is None else shown.text,
        refusal=None if shown is None else shown.refusal,
        quoted=ask.question,
        caveats=run.current.caveats,
        stopped_by=stopped_by,
    )


def _meaning(option: Option) -> Choice:
    if option.sql is not None:
        return UseSql(label=option.label, sql=option.sql)
    fact = Fact(kind=FactKind.MEANING, sentence=f"The asker means: {option.label}", source="asker")
    return UseFact(label=option.label, fact=fact)


def _unresolved(run: Run, subject: InHand, stopped_by: StoppedBy | None) -> Clarify:
    """The database's error wins over findings on a draft that never ran, beside the SQL that it is about (L11).

    A draft that nothing is known against, and that a bound kept from running, is offered to be run.
    """
    shown = subject if subject.runnable or subject.refusal is not None else _worth_showing(run) or subject
    findings = () if shown.trouble is None or shown.refusal is not None else shown.trouble.findings
    return Clarify(
        reason=ClarifyReason.UNRESOLVED,
        facts=run.facts,
        choices=_choices(run, subject),
        sql=shown.text,
        refusal=shown.refusal,
        findings=findings,
        estimate=shown.estimate,
        quoted=_quoted(run.current.hand),
        caveats=_caveats(run, shown),
        stopped_by=stopped_by,
        repaired_by=shown.repairs,
    )


def _worth_showing(run: Run) -> InHand | None:
    """The last refused statement, else the last draft."""
    return _last_refused(run) or next((draft for draft in reversed(run.drafts) if draft.text), None)


def _last_refused(run: Run) -> InHand | None:
    return next((draft for draft in reversed(run.drafts) if draft.refusal is not None), None)


def _choices(run: Run, subject: InHand) -> tuple[Choice, ...]:
    """Made from facts (L13). A person's own SQL is offered its repairs and no draft of a model (L4)."""
    offered: list[Choice] = list(run.current.offers)
    if subject.runnable:
        offered.append(UseSql(label=RUN_THIS, sql=subject.text))
    hand = run.current.hand
    if hand is None or hand.author is not Author.PERSON:
        labels = {fact.choice: fact for fact in run.facts if fact.choice and fact.choice not in run.said}
        offered += [UseFact(label=label, fact=fact) for label, fact in labels.items()]
    return tuple(offered)


def prose(hand: InHand) -> str:
    """What a completion without SQL said, for its correction."""
    return hand.said.text if isinstance(hand.said, NoSql) else ""


def _quoted(hand: InHand | None) -> str:
    match hand.said if hand is not None else None:
        case Declined(reason):
            return reason
        case NoSql(text):
            return text
        case _:
            return ""


def _refused(subject: InHand, reason: RefuseReason) -> Refuse:
    findings = () if subject.trouble is None else subject.trouble.findings
    refusal = None if subject.trouble is None else subject.trouble.refusal
    return Refuse(reason=reason, sql=subject.text, refusal=refusal, findings=findings)


def _failed(subject: InHand | None, reason: FailReason, *, stopped_by: StoppedBy | None = None) -> Fail:
    if subject is None:
        return Fail(reason=reason, stopped_by=stopped_by)
    return Fail(reason=reason, sql=subject.text, refusal=subject.refusal, stopped_by=stopped_by)


def _caveats(run: Run, hand: InHand) -> tuple[Caveat, ...]:
    grounded = () if run.grounded is None else run.grounded.caveats
    return tuple(dict.fromkeys((*grounded, *run.current.caveats, *hand.caveats)))
