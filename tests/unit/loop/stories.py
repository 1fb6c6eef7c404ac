"""THE STORIES: every turning of the loop, each with the rule that it shows. New behaviour starts as a row here.

A row says where things turned out otherwise than hoped, and how the run ended. `docs/loop.md` is printed from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tests.unit.loop.happenings import LIMITS

from rejoinder.loop.events import Verdicts
from rejoinder.terms.question import Mode


@dataclass(frozen=True, slots=True)
class Story:
    """`turns` as `telling.tell` takes them; `steps` is everything that was done, in order."""

    rule: str
    title: str
    turns: tuple[tuple[str, ...], ...]
    steps: str
    end: str
    given: Mapping[str, Any]


def _story(rule: str, title: str, *turns: tuple[str, ...], steps: str, end: str, **given: Any) -> Story:
    return Story(rule, title, turns, steps, end, given)


_RUN = "Check Estimate Execute Judge"
_FIRST = f"Ground Draft {_RUN}"
_NO_CORRECTIONS = replace(LIMITS, corrections=0)
_THREE = replace(LIMITS, corrections=3)
_PHRASE = replace(LIMITS, phrase=True)

STORIES = (
    # The straight road
    _story("L1", "everything goes well", (), steps=_FIRST, end="answered"),
    _story(
        "L1",
        "mode ask stops at the price",
        (),
        steps="Ground Draft Check Estimate",
        end="answered(not executed)",
        mode=Mode.ASK,
    ),
    _story(
        "L1",
        "a person's SQL goes through the same door",
        (),
        steps=f"Ground {_RUN}",
        end="answered",
        mode=Mode.SQL,
    ),
    _story(
        "L1",
        "a follow-up is restated first",
        (),
        steps=f"Restate {_FIRST}",
        end="answered",
        follow_up=True,
    ),
    _story(
        "L3",
        "a follow-up that can't be restated is taken as it stands",
        ("Restate: is gone",),
        steps=f"Restate {_FIRST}",
        end="answered",
        follow_up=True,
    ),
    # Before anything is spent
    _story("P", "a refused topic", (), steps="", end="refused(topic)", verdicts=Verdicts(topic="Ask HR.")),
    _story(
        "P",
        "a daily budget that is used up",
        (),
        steps="",
        end="refused(daily_budget)",
        verdicts=Verdicts(daily_budget="Tomorrow."),
    ),
    _story(
        "L12",
        "the database can't be reached",
        ("Ground: unreachable",),
        steps="Ground",
        end="failed(connection)",
    ),
    _story("L12", "our own bug", ("Ground: fails",), steps="Ground", end="failed(internal)"),
    # What a completion may say
    _story("L13", "the model asks", ("Draft: asks",), steps="Ground Draft", end="clarify(meaning)"),
    _story(
        "L12", "the model declines", ("Draft: declines",), steps="Ground Draft", end="clarify(unresolved)"
    ),
    _story(
        "L3",
        "prose is an attempt, and is corrected",
        ("Draft: prose",),
        steps=f"Ground Draft Correct {_RUN}",
        end="answered",
    ),
    _story(
        "L3",
        "prose for ever",
        ("Draft: prose", "Correct: prose", "Correct: prose"),
        steps="Ground Draft Correct Correct",
        end="clarify(unresolved, attempts)",
    ),
    _story(
        "L3",
        "a busy model is asked once more",
        ("Draft: is busy",),
        steps=f"Ground Draft Draft {_RUN}",
        end="answered",
    ),
    _story(
        "L3",
        "and only once",
        ("Draft: is busy", "Draft: is busy"),
        steps="Ground Draft Draft",
        end="failed(provider, provider)",
    ),
    _story(
        "L3",
        "after its first token never",
        ("Draft: is cut off",),
        steps="Ground Draft",
        end="failed(provider, provider)",
    ),
    _story(
        "L3",
        "nor where it would be past the deadline",
        ("Draft: too late",),
        steps="Ground Draft",
        end="failed(provider, provider)",
    ),
    _story(
        "L12",
        "a model that is gone",
        ("Draft: is gone",),
        steps="Ground Draft",
        end="failed(provider, provider)",
    ),
    _story(
        "L10",
        "a model that is gone when a signal asks for it leaves the result",
        ("Judge: a signal", "Correct: is gone"),
        steps=f"{_FIRST} Diagnose Correct",
        end="answered(provider)",
    ),
    _story(
        "L11",
        "a model that is gone when a refusal asks for it leaves the refusal",
        ("Execute: syntax", "Correct: is gone"),
        steps="Ground Draft Check Estimate Execute Diagnose Repair Correct",
        end="clarify(unresolved, provider)",
    ),
    # Findings
    _story(
        "G1",
        "an unknown name is looked for again first",
        ("Check: unknown_column", "Repair: mended"),
        steps=f"Ground Draft Check Reread Diagnose Repair {_RUN}",
        end="answered",
    ),
    _story(
        "G1",
        "a catalog that changed is checked against first",
        ("Check: unknown_table", "Reread: changed"),
        steps=f"Ground Draft Check Reread {_RUN}",
        end="answered",
    ),
    _story(
        "L5",
        "a rule fits",
        ("Check: shape", "Repair: mended"),
        steps=f"Ground Draft Check Diagnose Repair {_RUN}",
        end="answered",
    ),
    _story(
        "L4",
        "no rule fits: the model corrects",
        ("Check: shape",),
        steps=f"Ground Draft Check Diagnose Repair Correct {_RUN}",
        end="answered",
    ),
    _story(
        "L5",
        "three repairs and no more",
        ("Check: shape", "Repair: mended") * 3 + ("Check: shape",),
        steps=f"Ground Draft {'Check Diagnose Repair ' * 3}Check Diagnose Correct {_RUN}",
        end="answered",
    ),
    _story(
        "L7",
        "a repair that leads back counts as none",
        ("Check: shape", "Repair: mended", "Check: shape", "Repair: mended back"),
        steps=f"Ground Draft Check Diagnose Repair Check Diagnose Repair Correct {_RUN}",
        end="answered",
    ),
    _story(
        "L2",
        "two corrections by default",
        ("Check: shape", "Check: shape", "Check: shape"),
        steps="Ground Draft Check Diagnose Repair Correct Check Diagnose Repair Correct Check Diagnose Repair",
        end="clarify(unresolved, attempts)",
    ),
    _story(
        "L2",
        "none where none is allowed",
        ("Check: shape",),
        steps="Ground Draft Check Diagnose Repair",
        end="clarify(unresolved, attempts)",
        limits=_NO_CORRECTIONS,
    ),
    _story(
        "L2",
        "the fourth attempt starts afresh",
        ("Check: shape", "Check: shape", "Check: shape"),
        steps=f"Ground Draft {'Check Diagnose Repair Correct ' * 2}Check Diagnose Repair Draft {_RUN}",
        end="answered",
        limits=_THREE,
    ),
    _story(
        "L2",
        "and there is no fifth",
        ("Check: shape",) * 4,
        steps=f"Ground Draft {'Check Diagnose Repair Correct ' * 2}Check Diagnose Repair Draft Check Diagnose Repair",
        end="clarify(unresolved, attempts)",
        limits=_THREE,
    ),
    _story(
        "L7",
        "the same SQL again ends with what was found",
        ("Check: shape", "Correct: the same again"),
        steps="Ground Draft Check Diagnose Repair Correct",
        end="clarify(unresolved, repeat)",
    ),
    _story(
        "P",
        "a denied name is never corrected",
        ("Check: policy",),
        steps="Ground Draft Check",
        end="refused(policy)",
    ),
    _story(
        "G2",
        "nor one that the role can't read",
        ("Check: not_readable",),
        steps="Ground Draft Check",
        end="refused(permission)",
    ),
    _story(
        "C2",
        "a write is corrected once",
        ("Check: write",),
        steps=f"Ground Draft Check Diagnose Correct {_RUN}",
        end="answered",
    ),
    _story(
        "C2",
        "and not twice in a run",
        ("Check: write", "Check: write"),
        steps="Ground Draft Check Diagnose Correct Check Diagnose",
        end="refused(policy)",
    ),
    _story(
        "C5",
        "a star that is too wide is written out",
        ("Check: star_too_wide", "Repair: mended"),
        steps=f"Ground Draft Check Diagnose Repair {_RUN}",
        end="answered",
    ),
    _story(
        "C5",
        "or refused",
        ("Check: star_too_wide",),
        steps="Ground Draft Check Diagnose Repair",
        end="refused(policy)",
    ),
    _story(
        "C4",
        "a text that isn't stored passes with a caveat",
        ("Check: unstored_literal",),
        steps="Ground Draft Check Diagnose Repair Estimate Execute Judge",
        end="answered",
    ),
    _story(
        "C4",
        "or is written as it is stored",
        ("Check: unstored_literal", "Repair: mended"),
        steps=f"Ground Draft Check Diagnose Repair {_RUN}",
        end="answered",
    ),
    # Prices
    _story(
        "X1",
        "too dear to run unasked",
        ("Estimate: dear",),
        steps="Ground Draft Check Estimate",
        end="clarify(too_broad, cost)",
    ),
    _story(
        "L13",
        "run anyway, priced again first",
        ("Estimate: dear",),
        ("Reply: 1", "Estimate: dear"),
        steps=f"Ground Draft Check Estimate Reply Ground {_RUN}",
        end="answered",
    ),
    _story(
        "X1",
        "never above",
        ("Estimate: too dear",),
        steps="Ground Draft Check Estimate",
        end="clarify(too_broad, cost)",
    ),
    _story(
        "X1",
        "an unknown price that the engine doesn't enforce",
        ("Estimate: of unknown price",),
        steps="Ground Draft Check Estimate",
        end="clarify(too_broad, cost)",
    ),
    _story(
        "X1",
        "the plan refuses: the database spoke before anything ran",
        ("Estimate: grouping",),
        steps=f"Ground Draft Check Estimate Diagnose Repair Correct {_RUN}",
        end="answered",
    ),
    _story(
        "X1",
        "mode ask tells a price that is too high as a caveat",
        ("Estimate: dear",),
        steps="Ground Draft Check Estimate",
        end="answered(not executed)",
        mode=Mode.ASK,
    ),
    # Refusals
    _story(
        "L4",
        "what the database refuses is corrected",
        ("Execute: syntax",),
        steps=f"Ground Draft Check Estimate Execute Diagnose Repair Correct {_RUN}",
        end="answered",
    ),
    _story(
        "L5",
        "or mended",
        ("Execute: syntax", "Repair: mended"),
        steps=f"Ground Draft Check Estimate Execute Diagnose Repair {_RUN}",
        end="answered",
    ),
    _story(
        "L11",
        "a correction that fails its check at the bound ends with the database's error",
        ("Execute: syntax", "Correct: sql", "Check: shape"),
        steps="Ground Draft Check Estimate Execute Diagnose Repair Correct Check Diagnose Repair",
        end="clarify(unresolved, attempts)",
        limits=replace(LIMITS, corrections=1),
    ),
    _story(
        "L7",
        "the same SQL again is not run again",
        ("Execute: syntax", "Correct: the same again"),
        steps="Ground Draft Check Estimate Execute Diagnose Repair Correct",
        end="clarify(unresolved, repeat)",
    ),
    _story(
        "L6",
        "a permission is never corrected",
        ("Execute: permission",),
        steps="Ground Draft Check Estimate Execute",
        end="refused(permission)",
    ),
    _story(
        "L6",
        "nor a timeout",
        ("Execute: statement_timeout",),
        steps="Ground Draft Check Estimate Execute",
        end="failed(timeout)",
    ),
    _story(
        "L6",
        "whatever the message says",
        ("Execute: used its time",),
        steps="Ground Draft Check Estimate Execute",
        end="failed(timeout)",
    ),
    _story(
        "L6",
        "nor what the server cancelled",
        ("Execute: cancelled",),
        steps="Ground Draft Check Estimate Execute",
        end="failed(timeout)",
    ),
    _story(
        "L6",
        "nor exhausted memory",
        ("Execute: resources",),
        steps="Ground Draft Check Estimate Execute",
        end="failed(resources)",
    ),
    _story(
        "L6",
        "nor a read-only violation",
        ("Execute: read_only",),
        steps="Ground Draft Check Estimate Execute",
        end="failed(read_only)",
    ),
    _story(
        "L6",
        "nor a login that fails",
        ("Estimate: authentication",),
        steps="Ground Draft Check Estimate",
        end="failed(connection)",
    ),
    _story(
        "L6",
        "nor a database that can't be reached",
        ("Execute: unreachable",),
        steps="Ground Draft Check Estimate Execute",
        end="failed(connection)",
    ),
    _story(
        "L6",
        "what is transient is tried once more, the same",
        ("Execute: serialization",),
        steps="Ground Draft Check Estimate Execute Execute Judge",
        end="answered",
    ),
    _story(
        "L6",
        "and only once",
        ("Execute: deadlock", "Execute: deadlock"),
        steps="Ground Draft Check Estimate Execute Execute",
        end="failed(connection)",
    ),
    _story(
        "L6",
        "an unknown class is corrected once",
        ("Execute: unknown", "Execute: unknown"),
        steps="Ground Draft Check Estimate Execute Diagnose Correct Check Estimate Execute Diagnose",
        end="clarify(unresolved, corrected_once)",
    ),
    _story(
        "L1",
        "what no longer passes isn't run",
        ("Execute: no longer passes",),
        steps="Ground Draft Check Estimate Execute",
        end="refused(policy)",
    ),
    # Signals
    _story("L10", "a caveat is told", ("Judge: a caveat",), steps=_FIRST, end="answered"),
    _story(
        "L10",
        "a signal is corrected once, and the better result kept",
        ("Judge: a signal",),
        steps=f"{_FIRST} Diagnose Correct {_RUN}",
        end="answered",
    ),
    _story(
        "L2",
        "and not twice",
        ("Judge: a signal", "Judge: a signal"),
        steps=f"{_FIRST} Diagnose Correct {_RUN}",
        end="answered(corrected_once)",
    ),
    _story(
        "L10",
        "another question is only offered",
        ("Judge: a signal", "Judge: fine but another question"),
        steps=f"{_FIRST} Diagnose Correct {_RUN}",
        end="answered(corrected_once)",
    ),
    _story(
        "L2",
        "a correction of a signal that fails is not corrected",
        ("Judge: a signal", "Check: shape"),
        steps=f"{_FIRST} Diagnose Correct Check Diagnose Repair",
        end="answered(corrected_once)",
    ),
    _story(
        "L2",
        "a signal never leads to the fresh attempt",
        ("Check: shape", "Check: shape", "Judge: a signal"),
        steps=f"Ground Draft {'Check Diagnose Repair Correct ' * 2}{_RUN}",
        end="answered(attempts)",
        limits=_THREE,
    ),
    # Time and room
    _story(
        "L8",
        "no time for a correction: the error is the answer",
        ("Draft: sql as time runs out",),
        steps="Ground Draft",
        end="clarify(unresolved, seconds)",
    ),
    _story(
        "L8",
        "a result that came as time ran out is still judged",
        ("Execute: rows as time runs out",),
        steps=_FIRST,
        end="answered",
    ),
    _story(
        "L3",
        "a step that has no room isn't begun",
        ("Draft: no room",),
        steps="Ground Draft",
        end="failed(limit, tokens)",
    ),
    _story(
        "L3",
        "nor a correction",
        ("Check: shape", "Correct: no room"),
        steps="Ground Draft Check Diagnose Repair Correct",
        end="clarify(unresolved, tokens)",
    ),
    _story(
        "L3",
        "money that is used up leaves the result",
        ("Judge: a signal", "Correct: no money"),
        steps=f"{_FIRST} Diagnose Correct",
        end="answered(money)",
    ),
    # Crashes and cancellations
    _story(
        "L9",
        "a draft that a crash interrupted is spent",
        ("Draft: crash",),
        steps=f"Ground Draft Draft {_RUN}",
        end="answered",
    ),
    _story(
        "L9",
        "and not for ever",
        ("Draft: crash", "Draft: crash"),
        steps="Ground Draft Draft",
        end="failed(interrupted, interrupted)",
    ),
    _story(
        "L9",
        "an execution that a crash interrupted is checked and priced anew",
        ("Execute: crash",),
        steps=f"Ground Draft Check Estimate Execute {_RUN}",
        end="answered",
    ),
    _story(
        "L9",
        "and not twice",
        ("Execute: crash", "Execute: crash"),
        steps="Ground Draft Check Estimate Execute Check Estimate Execute",
        end="failed(interrupted, interrupted)",
    ),
    _story(
        "L9",
        "a signal's correction that a crash interrupted leaves the result",
        ("Judge: a signal", "Correct: crash"),
        steps=f"{_FIRST} Diagnose Correct",
        end="answered(interrupted)",
    ),
    _story(
        "L9",
        "rows that are gone before they were judged",
        ("Judge: rows lost",),
        steps=f"{_FIRST} {_RUN}",
        end="answered",
    ),
    _story(
        "L9",
        "rows that are gone when only the end was missing",
        ("End: rows gone",),
        steps=f"{_FIRST} {_RUN}",
        end="answered",
    ),
    _story(
        "L9",
        "a follow-up that a crash interrupted is taken as it stands",
        ("Restate: crash",),
        steps=f"Restate {_FIRST}",
        end="answered",
        follow_up=True,
    ),
    _story("L12", "a cancelled draft", ("Draft: cancel",), steps="Ground Draft", end="failed(cancelled)"),
    _story(
        "L12",
        "a cancelled statement",
        ("Execute: cancel",),
        steps="Ground Draft Check Estimate Execute",
        end="failed(cancelled)",
    ),
    _story(
        "L12", "a cancelled check", ("Check: cancel",), steps="Ground Draft Check", end="failed(cancelled)"
    ),
    _story("L12", "a judge that fails leaves the result", ("Judge: fails",), steps=_FIRST, end="answered"),
    _story(
        "L12",
        "a diagnosis that fails",
        ("Check: shape", "Diagnose: fails"),
        steps="Ground Draft Check Diagnose",
        end="failed(internal)",
    ),
    _story(
        "L12",
        "one that fails after a signal leaves the result",
        ("Judge: a signal", "Diagnose: fails"),
        steps=f"{_FIRST} Diagnose",
        end="answered(failed)",
    ),
    # Replies
    _story(
        "L13",
        "a meaning that was offered runs without the model",
        ("Draft: asks",),
        ("Reply: 1",),
        steps=f"Ground Draft Reply Ground {_RUN}",
        end="answered",
    ),
    _story(
        "L13",
        "a meaning without SQL is a fact for the next draft",
        ("Draft: asks",),
        ("Reply: 2",),
        steps=f"Ground Draft Reply {_FIRST}",
        end="answered",
    ),
    _story(
        "L13",
        "words are a reply too",
        ("Draft: declines",),
        ("Reply: I meant this",),
        steps=f"Ground Draft Reply {_FIRST}",
        end="answered",
    ),
    _story(
        "L13",
        "a fact is a choice",
        ("Check: shape", "Diagnose: a fact"),
        ("Reply: 1",),
        steps=f"Ground Draft Check Diagnose Repair Reply {_FIRST}",
        end="answered",
        limits=_NO_CORRECTIONS,
    ),
    _story(
        "L4",
        "a person's SQL is offered its mend, and only that",
        ("Check: shape", "Repair: mended"),
        ("Reply: 1",),
        steps=f"Ground Check Diagnose Repair Reply Ground {_RUN}",
        end="answered",
        mode=Mode.SQL,
    ),
    _story(
        "L4",
        "a person's SQL is never corrected",
        ("Execute: syntax",),
        steps="Ground Check Estimate Execute Diagnose Repair",
        end="clarify(unresolved, not_correctable)",
        mode=Mode.SQL,
    ),
    _story(
        "L4",
        "nor after a signal",
        ("Judge: a signal",),
        steps=f"Ground {_RUN}",
        end="answered",
        mode=Mode.SQL,
    ),
    _story(
        "L3",
        "the last turn offers nothing",
        *([("Draft: asks",)] + [("Reply: more", "Draft: asks")] * 4),
        steps="Ground Draft" + " Reply Ground Draft" * 4,
        end="clarify(meaning, turns)",
    ),
    _story(
        "L3",
        "a question is reworded where that is asked for",
        ("Check: shape", "Diagnose: a fact"),
        steps="Ground Draft Check Diagnose Repair Phrase",
        end="clarify(unresolved, attempts)",
        limits=replace(_PHRASE, corrections=0),
    ),
    _story(
        "L3",
        "and stays as it was where that fails",
        ("Check: shape", "Diagnose: a fact", "Phrase: is gone"),
        steps="Ground Draft Check Diagnose Repair Phrase",
        end="clarify(unresolved, attempts)",
        limits=replace(_PHRASE, corrections=0),
    ),
)
