"""The stories of what is cut short: by time, by a bound, by a failure, by a crash, by somebody who cancels.

Whatever it is and wherever it comes, the turn ends properly, and what has been found by then isn't thrown away.
"""

from __future__ import annotations

from dataclasses import replace

from tests.unit.loop.happenings import LIMITS
from tests.unit.loop.story import FIRST, RUN, story

from rejoinder.terms.question import Mode

_ONE = replace(LIMITS, corrections=1)
_THREE = replace(LIMITS, corrections=3)
_PHRASE = replace(LIMITS, phrase=True)
_CORRECTING = f"{FIRST} Diagnose Correct"
_SHAPE = "Ground Draft Check Diagnose Repair"
_TO_THE_FOURTH = f"Ground Draft {'Check Diagnose Repair Correct ' * 2}Check Diagnose"
_THREE_TIMES = ("Check: shape", "Check: shape", "Check: write")

_TIME = (
    story(
        "L3",
        "the question took all the time to ground",
        ("Ground: whole as time runs out",),
        steps="Ground",
        end="failed(timeout, seconds)",
    ),
    story(
        "L12",
        "a person's SQL for which no time is left is offered again",
        ("Ground: whole as time runs out",),
        steps="Ground",
        end="clarify(unresolved, seconds)",
        mode=Mode.SQL,
    ),
    story(
        "L3",
        "a follow-up took all the time to restate",
        ("Restate: stands by itself as time runs out",),
        steps="Restate",
        end="failed(timeout, seconds)",
        follow_up=True,
    ),
    story(
        "L3",
        "or to fail at it",
        ("Restate: is busy as time runs out",),
        steps="Restate",
        end="failed(timeout, seconds)",
        follow_up=True,
    ),
    story(
        "L8",
        "a draft that was checked as time ran out is offered to be run",
        ("Check: clean as time runs out",),
        steps="Ground Draft Check",
        end="clarify(unresolved, seconds)",
    ),
    story(
        "L8",
        "a catalog that changed as time ran out",
        ("Check: unknown_column", "Reread: changed as time runs out"),
        steps="Ground Draft Check Reread",
        end="clarify(unresolved, seconds)",
    ),
    story(
        "L8",
        "the same after a signal: the result stays",
        ("Judge: a signal", "Check: unknown_column", "Reread: changed as time runs out"),
        steps=f"{_CORRECTING} Check Reread",
        end="answered(seconds)",
    ),
    story(
        "L8",
        "a signal that was explained as time ran out isn't corrected",
        ("Judge: a signal", "Diagnose: nothing as time runs out"),
        steps=f"{FIRST} Diagnose",
        end="answered(seconds)",
    ),
    story(
        "L8",
        "a transient refusal as time ran out isn't tried again",
        ("Estimate: serialization as time runs out",),
        steps="Ground Draft Check Estimate",
        end="failed(connection)",
    ),
    story(
        "L9",
        "rows that are gone when no time is left",
        ("Judge: fine as time runs out", "End: rows gone"),
        steps=FIRST,
        end="clarify(unresolved, seconds)",
    ),
    story(
        "L9",
        "nor to judge them",
        ("Execute: rows as time runs out", "Judge: rows lost"),
        steps=FIRST,
        end="clarify(unresolved, seconds)",
    ),
)

_ROOM = (
    story(
        "L3",
        "no room to restate a follow-up",
        ("Restate: no room",),
        steps="Restate",
        end="failed(limit, tokens)",
        follow_up=True,
    ),
    story(
        "L3",
        "no time to run what has passed: it is offered",
        ("Execute: no time",),
        steps="Ground Draft Check Estimate Execute",
        end="clarify(unresolved, seconds)",
    ),
    story(
        "L10",
        "nor what was to be better than the result",
        ("Judge: a signal", "Execute: no time"),
        steps=f"{_CORRECTING} Check Estimate Execute",
        end="answered(seconds)",
    ),
    story(
        "L6",
        "nor the same once more",
        ("Execute: serialization", "Execute: no time"),
        steps="Ground Draft Check Estimate Execute Execute",
        end="failed(connection, seconds)",
    ),
    story(
        "L3",
        "what no time is left for is a question in other words",
        ("Check: shape", "Diagnose: a fact", "Execute: no time"),
        steps=f"{_SHAPE} Correct Check Estimate Execute Phrase",
        end="clarify(unresolved, seconds)",
        limits=_PHRASE,
    ),
    story(
        "C2",
        "a write that there is no room to correct",
        ("Check: write", "Correct: no room"),
        steps="Ground Draft Check Diagnose Correct",
        end="refused(policy)",
    ),
    story(
        "L2",
        "no room for the fourth attempt",
        ("Check: shape", "Check: shape", "Check: shape", "Draft: no room"),
        steps=f"{_TO_THE_FOURTH} Repair Draft",
        end="clarify(unresolved, tokens)",
        limits=_THREE,
    ),
    story(
        "C2",
        "nor after a write",
        (*_THREE_TIMES, "Draft: no room"),
        steps=f"{_TO_THE_FOURTH} Draft",
        end="refused(policy)",
        limits=_THREE,
    ),
    story(
        "L3",
        "the question can still be put in other words",
        ("Check: shape", "Diagnose: a fact", "Correct: no room"),
        steps=f"{_SHAPE} Correct Phrase",
        end="clarify(unresolved, tokens)",
        limits=_PHRASE,
    ),
    story(
        "L3",
        "unless there is no room for that either",
        ("Check: shape", "Diagnose: a fact", "Phrase: no room"),
        steps=f"{_SHAPE} Phrase",
        end="clarify(unresolved, attempts)",
        limits=replace(_PHRASE, corrections=0),
    ),
)

_MODELS = (
    story(
        "L3",
        "a busy model is asked to restate once more",
        ("Restate: is busy",),
        steps=f"Restate Restate {FIRST}",
        end="answered",
        follow_up=True,
    ),
    story(
        "L3",
        "and to correct",
        ("Check: shape", "Correct: is busy"),
        steps=f"{_SHAPE} Correct Correct {RUN}",
        end="answered",
    ),
    story(
        "C2",
        "a model that is gone when a write was to be corrected",
        ("Check: write", "Correct: is gone"),
        steps="Ground Draft Check Diagnose Correct",
        end="refused(policy)",
    ),
    story(
        "L3",
        "a model that is gone when a question could be put in other words",
        ("Check: shape", "Diagnose: a fact", "Correct: is gone"),
        steps=f"{_SHAPE} Correct Phrase",
        end="clarify(unresolved, provider)",
        limits=_PHRASE,
    ),
    story(
        "L2",
        "a model that is gone at the fourth attempt",
        ("Check: shape", "Check: shape", "Check: shape", "Draft: is gone"),
        steps=f"{_TO_THE_FOURTH} Repair Draft",
        end="clarify(unresolved, provider)",
        limits=_THREE,
    ),
    story(
        "C2",
        "the same after a write",
        (*_THREE_TIMES, "Draft: is gone"),
        steps=f"{_TO_THE_FOURTH} Draft",
        end="refused(policy)",
        limits=_THREE,
    ),
)

_FAILURES = (
    story("L12", "a check that fails", ("Check: fails",), steps="Ground Draft Check", end="failed(internal)"),
    story(
        "L10",
        "one that fails after a signal leaves the result",
        ("Judge: a signal", "Check: fails"),
        steps=f"{_CORRECTING} Check",
        end="answered(failed)",
    ),
    story(
        "L12",
        "a repair that fails",
        ("Check: shape", "Repair: fails"),
        steps=_SHAPE,
        end="failed(internal)",
    ),
    story(
        "L10",
        "a repair that fails after a signal leaves the result",
        ("Judge: a signal", "Check: shape", "Repair: fails"),
        steps=f"{_CORRECTING} Check Diagnose Repair",
        end="answered(failed)",
    ),
    story(
        "L12",
        "a catalog that can't be read again",
        ("Check: unknown_column", "Reread: unreachable"),
        steps="Ground Draft Check Reread",
        end="failed(connection)",
    ),
    story(
        "L10",
        "the same after a signal leaves the result",
        ("Judge: a signal", "Check: unknown_column", "Reread: unreachable"),
        steps=f"{_CORRECTING} Check Reread",
        end="answered(failed)",
    ),
    story(
        "L12",
        "a price that can't be asked for",
        ("Estimate: unreachable",),
        steps="Ground Draft Check Estimate",
        end="failed(connection)",
    ),
    story(
        "L10",
        "a price that can't be asked for after a signal leaves the result",
        ("Judge: a signal", "Estimate: unreachable"),
        steps=f"{_CORRECTING} Check Estimate",
        end="answered(failed)",
    ),
    story(
        "L10",
        "a database that is gone after a signal leaves the result",
        ("Judge: a signal", "Execute: unreachable"),
        steps=f"{_CORRECTING} Check Estimate Execute",
        end="answered(failed)",
    ),
)

_CRASHES = (
    story(
        "L9",
        "a correction that a crash interrupted, and no attempt is left",
        ("Check: shape", "Correct: crash"),
        steps=f"{_SHAPE} Correct",
        end="failed(interrupted, interrupted)",
        limits=_ONE,
    ),
    story(
        "L9",
        "a correction that a crash interrupted is asked for again",
        ("Check: shape", "Correct: crash"),
        steps=f"{_SHAPE} Correct Correct {RUN}",
        end="answered",
    ),
    story(
        "L2",
        "and is the fresh one where it is the fourth",
        ("Check: shape", "Check: shape", "Correct: crash"),
        steps=f"{_SHAPE} Correct Check Diagnose Repair Correct Draft {RUN}",
        end="answered",
        limits=_THREE,
    ),
    story(
        "L9",
        "a second crash, and there is a result",
        ("Execute: crash", "Judge: a signal", "Execute: crash"),
        steps=f"Ground Draft Check Estimate Execute {RUN} Diagnose Correct Check Estimate Execute",
        end="answered(interrupted)",
    ),
    story(
        "L9",
        "rows that are gone twice before they were judged",
        ("Judge: rows lost", "Judge: rows lost"),
        steps=f"{FIRST} {RUN}",
        end="failed(interrupted, interrupted)",
    ),
    story(
        "L9",
        "rows that are gone twice at the end",
        ("End: rows gone", "End: rows gone"),
        steps=f"{FIRST} {RUN}",
        end="failed(interrupted, interrupted)",
    ),
    story(
        "L10",
        "rows of a correction that are gone twice leave the result before it",
        ("Judge: a signal", "Judge: rows lost", "Judge: rows lost"),
        steps=f"{_CORRECTING} {RUN} {RUN}",
        end="answered(interrupted)",
    ),
    story(
        "L9",
        "rows of a result that is judged anew start no second correction",
        ("Judge: a signal", "Judge: a signal", "End: rows gone", "Judge: a signal"),
        steps=f"{_CORRECTING} {RUN} {RUN}",
        end="answered(corrected_once)",
    ),
)

_CANCELLED = (
    story("L12", "cancelled while grounding", ("Ground: cancel",), steps="Ground", end="failed(cancelled)"),
    story(
        "L12",
        "cancelled while a follow-up is restated",
        ("Restate: cancel",),
        steps="Restate",
        end="failed(cancelled)",
        follow_up=True,
    ),
    story(
        "L12",
        "what arrives after that counts as spent, and as nothing else",
        ("Draft: cancel", "End: still arrives"),
        steps="Ground Draft",
        end="failed(cancelled)",
    ),
    story(
        "L12",
        "cancelled while the catalog is read again",
        ("Check: unknown_column", "Reread: cancel"),
        steps="Ground Draft Check Reread",
        end="failed(cancelled)",
    ),
    story(
        "L12",
        "cancelled while facts are looked for",
        ("Check: shape", "Diagnose: cancel"),
        steps="Ground Draft Check Diagnose",
        end="failed(cancelled)",
    ),
    story(
        "L12",
        "cancelled while a draft is mended",
        ("Check: shape", "Repair: cancel"),
        steps=_SHAPE,
        end="failed(cancelled)",
    ),
    story(
        "L12",
        "a cancelled correction",
        ("Check: shape", "Correct: cancel"),
        steps=f"{_SHAPE} Correct",
        end="failed(cancelled)",
    ),
    story(
        "L12",
        "cancelled while a price is asked for",
        ("Estimate: cancel",),
        steps="Ground Draft Check Estimate",
        end="failed(cancelled)",
    ),
    story(
        "L12", "cancelled while a result is judged", ("Judge: cancel",), steps=FIRST, end="failed(cancelled)"
    ),
    story(
        "L12",
        "cancelled while a question is put in other words",
        ("Check: shape", "Diagnose: a fact", "Phrase: cancel"),
        steps=f"{_SHAPE} Phrase",
        end="failed(cancelled)",
        limits=replace(_PHRASE, corrections=0),
    ),
    story(
        "L12",
        "cancelled when only the end was missing: an answer",
        ("End: cancel",),
        steps=FIRST,
        end="failed(cancelled)",
    ),
    story(
        "L12",
        "or a question",
        ("Draft: asks", "End: cancel"),
        steps="Ground Draft",
        end="failed(cancelled)",
    ),
    story(
        "L12",
        "or a refusal",
        ("Check: policy", "End: cancel"),
        steps="Ground Draft Check",
        end="failed(cancelled)",
    ),
    story(
        "L12",
        "or a failure",
        ("Ground: fails", "End: cancel"),
        steps="Ground",
        end="failed(cancelled)",
    ),
)

CUT_SHORT = (*_TIME, *_ROOM, *_MODELS, *_FAILURES, *_CRASHES, *_CANCELLED)
