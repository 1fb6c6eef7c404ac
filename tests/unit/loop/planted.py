"""Copies of the machine with a fault planted in them: for each rule, what the exploration has to find."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.unit.loop.exploring import Machine
from tests.unit.loop.happenings import LIMITS

import rejoinder.loop
import rejoinder.terms
from rejoinder.terms.question import Mode

_LOOP = Path(rejoinder.loop.__file__).parent
_TERMS = Path(rejoinder.terms.__file__).parent
_COPIED = {
    "fates": _TERMS,
    "state": _LOOP,
    "bounds": _LOOP,
    "turns": _LOOP,
    "endings": _LOOP,
    "outcomes": _LOOP,
    "causes": _LOOP,
    "run": _LOOP,
}
"""The parts of the machine, each after those that it imports. Words, steps and events stay the real ones."""

_CRASHES = frozenset({"crash", "rows lost"})
_REPAIRS = frozenset({"mended", "mended back"})


@dataclass(frozen=True, slots=True)
class Fault:
    """`was` becomes `new` in one file of the machine; `rule` is what has to be found broken by it."""

    rule: str
    what: str
    file: str
    was: str
    new: str
    without: frozenset[str] = _CRASHES | _REPAIRS
    given: Mapping[str, Any] | None = None


_ONE = {"limits": replace(LIMITS, corrections=1)}

FAULTS = (
    Fault(
        "L1",
        "a draft isn't checked",
        "run",
        "    if not hand.checked:\n        return steps.Check(text=hand.text)\n",
        "",
    ),
    Fault(
        "L1", "mode ask runs", "run", "if run.asked.mode is Mode.ASK:", "if False:", given={"mode": Mode.ASK}
    ),
    Fault(
        "L1",
        "a mended draft keeps its check",
        "outcomes",
        "        repairs=(*hand.repairs, event.rule),\n",
        "        repairs=(*hand.repairs, event.rule),\n        checked=True,\n",
        _CRASHES,
        _ONE,
    ),
    Fault(
        "X1",
        "a draft isn't priced",
        "run",
        "    if hand.estimate is None:\n        return steps.Estimate(text=hand.text, limits=execution_limits(run))\n",
        "",
    ),
    Fault(
        "X1",
        "a ceiling is no ceiling",
        "bounds",
        "    price, limits, granted = hand.estimate, run.limits, run.current.granted\n",
        "    return False\n",
    ),
    Fault(
        "L2",
        "five attempts",
        "bounds",
        "return 1 + min(max(limits.corrections, 0), MOST_CORRECTIONS)",
        "return 2 + limits.corrections",
        given=_ONE,
    ),
    Fault(
        "L2",
        "a signal's correction is corrected",
        "run",
        "    if hand.from_signals or run.has_corrected(trouble.defects):",
        "    if run.has_corrected(trouble.defects):",
    ),
    Fault(
        "L4",
        "signals are corrected again and again",
        "run",
        "    if run.signal_corrected:\n        return StoppedBy.CORRECTED_ONCE\n",
        "",
    ),
    Fault(
        "L2",
        "an interrupted attempt is free",
        "run",
        "    attempt, hand = run.attempts + 1, run.current.hand\n    from_signals",
        "    attempt, hand = run.attempts, run.current.hand\n    from_signals",
        _REPAIRS,
        _ONE,
    ),
    Fault(
        "L3",
        "a model is retried after its first token",
        "run",
        "return failure.transient and not failure.started and",
        "return failure.transient and",
    ),
    Fault(
        "L3",
        "a model is retried twice",
        "run",
        "failure.kind is not events.FailureKind.PROVIDER or unfinished.retried:",
        "failure.kind is not events.FailureKind.PROVIDER:",
    ),
    Fault(
        "L4",
        "a good result is improved",
        "run",
        "    if not any(signal.correctable for signal in best.signals):\n"
        "        return endings.answered(run, best, None)\n",
        "",
    ),
    Fault(
        "L4",
        "a person's SQL is corrected",
        "run",
        "if hand.author is Author.PERSON or Action.CORRECT not in trouble.fate.actions:",
        "if Action.CORRECT not in trouble.fate.actions:",
        given={"mode": Mode.SQL},
    ),
    Fault("L5", "a fourth repair", "bounds", "MOST_REPAIRS = 3", "MOST_REPAIRS = 4", _CRASHES, _ONE),
    Fault(
        "L6",
        "a permission is corrected",
        "fates",
        "_UNREADABLE = _fate(end=End.PERMISSION)",
        "_UNREADABLE = _fate(Action.CORRECT, end=End.PERMISSION)",
    ),
    Fault(
        "L6",
        "a timeout is corrected",
        "fates",
        "_TOO_LONG = _fate(end=End.TIMEOUT)",
        "_TOO_LONG = _fate(Action.CORRECT, end=End.TIMEOUT)",
    ),
    Fault(
        "L6",
        "a timeout that doesn't say so is corrected",
        "outcomes",
        'timeout = event.during == "execute" and used_up(event.seconds, event.timeout_seconds)',
        "timeout = False",
    ),
    Fault(
        "L6",
        "what is transient is retried for ever",
        "run",
        "if Action.RETRY in actions and not hand.retried and in_time:",
        "if Action.RETRY in actions and in_time:",
    ),
    Fault(
        "L7",
        "the same SQL is run again",
        "run",
        "    if hand.repeats is not None:\n        return conclude(run, StoppedBy.REPEAT)\n",
        "",
    ),
    Fault(
        "L7",
        "a repair leads back",
        "outcomes",
        "    if repeats or event.rule in step.spent:\n",
        "    if event.rule in step.spent:\n",
        _CRASHES,
        _ONE,
    ),
    Fault(
        "L8",
        "a correction starts after the deadline",
        "run",
        "    return _no_room(run) if time_enough(run, hand) else StoppedBy.SECONDS\n",
        "    return None\n",
    ),
    Fault(
        "L8",
        "a statement starts after the deadline",
        "run",
        "    if left(run).seconds <= 0:\n        return conclude(run, StoppedBy.SECONDS)\n    if not hand.checked:",
        "    if not hand.checked:",
    ),
    Fault(
        "L1",
        "an interrupted execution isn't checked again",
        "outcomes",
        "            return _hand(run, checked=False, estimate=None)\n",
        "            return run\n",
        _REPAIRS,
        _ONE,
    ),
    Fault("L9", "an event isn't counted", "run", "sequence=run.sequence + 1)", "sequence=run.sequence)"),
    Fault(
        "L10",
        "the later result wins",
        "outcomes",
        "    if event.same_question is not True:\n",
        "    if False:\n",
    ),
    Fault(
        "L10",
        "a refusal throws a result away",
        "endings",
        "    if run.best is not None:\n        return answered(run, run.best, stopped_by)\n"
        "    hand = run.current.hand\n",
        "    hand = run.current.hand\n",
    ),
    Fault(
        "L11",
        "the error of another statement is shown",
        "endings",
        "        sql=shown.text,\n        refusal=shown.refusal,",
        "        sql=subject.text,\n        refusal=shown.refusal,",
        given=_ONE,
    ),
    Fault(
        "L12",
        "a cancellation is forgotten",
        "endings",
        "    if run.cancelled:\n        return Fail(reason=FailReason.CANCELLED)\n",
        "",
    ),
    Fault(
        "L3",
        "the last turn still offers",
        "endings",
        "return replace(ending, choices=(), stopped_by=StoppedBy.TURNS)",
        "return replace(ending, stopped_by=StoppedBy.TURNS)",
        given={"limits": replace(LIMITS, corrections=0, turns=1)},
    ),
    Fault(
        "L13",
        "a choice rests on no fact",
        "endings",
        'source="asker")',
        'source="")',
    ),
)


def machine_with(fault: Fault) -> Machine:
    """A copy of the machine that has the fault, and nothing to do with the real one."""
    package = f"planted_{abs(hash(fault.what))}"
    sys.modules[package] = ModuleType(package)
    try:
        copies = {name: _copy(package, name, fault) for name in _COPIED}
        machine = copies["run"]
        return Machine(machine.next_step, machine.advance, machine.replay)
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            del sys.modules[name]


def _copy(package: str, name: str, fault: Fault) -> Any:
    source = (_COPIED[name] / f"{name}.py").read_text(encoding="utf-8")
    if name == fault.file:
        assert source.count(fault.was) == 1, f"`{fault.what}` no longer fits `{name}.py`"
        source = source.replace(fault.was, fault.new)
    spec = importlib.util.spec_from_loader(f"{package}.{name}", loader=None)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    setattr(sys.modules[package], name, module)
    exec(compile(_redirected(source, package), f"<{spec.name}>", "exec"), module.__dict__)
    return module


def _redirected(source: str, package: str) -> str:
    """The source, importing the copies in the place of the machine's own parts."""
    parts = "|".join(_COPIED)
    source = re.sub(
        rf"from rejoinder\.(?:loop|terms)\.({parts}) import", rf"from {package}.\1 import", source
    )

    def split(found: re.Match[str]) -> str:
        names = [name.strip() for name in found[1].split(",")]
        return "\n".join(
            f"from {package if name in _COPIED else 'rejoinder.loop'} import {name}" for name in names
        )

    return re.sub(r"from rejoinder\.loop import ([a-z, ]+)", split, source)
