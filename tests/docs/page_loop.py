"""docs/loop.md, printed from the stories that the machine is tested with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from tests.unit.loop.stories import STORIES
from tests.unit.loop.telling import tell

PATH = "docs/loop.md"

_ENDS = ("answered", "clarify", "refused", "failed")
_MOST_WORDS = 3

_HEAD = """# The loop

Generated from the stories of `tests/unit/loop/stories.py` by `make docs`: what stands here is what is tested.

Two pure functions over an immutable `Run`, in `src/rejoinder/loop/run.py`, hold all control flow:

- `next_step(run)` says what to do next, or how the turn ends;
- `advance(run, event)` takes what happened, and refuses what the step cannot have caused.

`replay(events)` is `advance` folded over a ledger: the events are the state. The driver (`driver.py`) carries a step
out, records what happened, and only then advances, so that a killed process goes on from its last record. A step that
costs something (a model call, an execution) is recorded when it begins, too.

## What can happen

Each arrow is a turning of some story. Every step can also fail by our own fault, and a run can be cancelled in every
state; those arrows are left out.

"""

_STORIES = """
## The stories

Where nothing is said of a step, it went well. The rules are those of the design: L of the loop, C of checking, G of
grounding, X of pricing and running, P of policy.

| rule | story | what happened | steps | end |
| --- | --- | --- | --- | --- |
"""


def text() -> str:
    """The whole page."""
    diagram = "\n".join(["```mermaid", "flowchart TD", *_arrows(), "```"])
    return _HEAD + diagram + "\n" + _STORIES + "\n".join(_rows()) + "\n"


def _arrows() -> Iterator[str]:
    """One arrow for each pair of steps that follow one another in a story, with what led there."""
    words: dict[tuple[str, str], list[str]] = defaultdict(list)
    for story in STORIES:
        for step, word, after in tell(story.turns, **story.given).turnings:
            to = after.partition("(")[0]
            if word not in words[step, to] and word not in ("fails", "cancel"):
                words[step, to].append(word)
    for (step, to), said in sorted(words.items()):
        if said:
            more = ", …" if len(said) > _MOST_WORDS else ""
            target = f"{to}([{to}])" if to in _ENDS else to
            yield f'    {step} -- "{", ".join(said[:_MOST_WORDS])}{more}" --> {target}'


def _rows() -> Iterator[str]:
    for story in STORIES:
        happened = "<br>".join(word for turn in story.turns for word in turn)
        yield f"| {story.rule} | {story.title} | {happened} | {story.steps} | `{story.end}` |"
