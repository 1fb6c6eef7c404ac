"""Habit 1: what is done next, and how a turn ends, is said in `loop/` and nowhere else."""

from __future__ import annotations

import ast
from typing import get_args

import pytest
from tests.architecture.tree import Module, modules, planted

from rejoinder.loop import steps

DECIDED = {each.__name__ for each in (*get_args(steps.Step), *get_args(steps.Ending))}
HOME = "rejoinder.loop.steps"


def decides(module: Module) -> list[str]:
    """Where a module makes a step or an ending."""
    direct, through = set(), set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if node.module == HOME and alias.name in DECIDED:
                    direct.add(alias.asname or alias.name)
                if f"{node.module}.{alias.name}" == HOME or (node.module, alias.name) == (
                    "rejoinder",
                    "steps",
                ):
                    through.add(alias.asname or alias.name)
    found = []
    for node in ast.walk(module.tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in direct:
                found.append(f"{module.path}:{node.lineno}: `{name}`")
            case ast.Call(func=ast.Attribute(attr=name, value=on)) if name in DECIDED:
                if ast.unparse(on).split(".")[-1] in through | {"steps"}:
                    found.append(f"{module.path}:{node.lineno}: `{name}`")
            case _:
                pass
    return found


ALLOWED = {
    "rejoinder.ledgers._codec": DECIDED,  # makes them again of what was recorded
    "rejoinder.agent": {"Draft"},  # shows the prompt that a first draft would be asked with; nothing is sent
    "rejoinder.testing._ledger_room": DECIDED,  # what the ledger contract records
}


def test_only_the_loop_says_what_comes_next():
    found = [
        finding
        for module in modules()
        if module.room != "loop"
        for finding in decides(module)
        if finding.rpartition(" ")[2].strip("`") not in ALLOWED.get(module.name, ())
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "from rejoinder.loop.steps import Draft\nDraft(x=1)",
        "from rejoinder.loop.steps import Answer as A\nA()",
        "from rejoinder.loop import steps\nsteps.Fail()",
        "from rejoinder.loop import steps as s\ns.Execute()",
        "import rejoinder\nrejoinder.steps.Correct()",
    ],
)
def test_a_second_place_that_decides_is_found(text: str):
    assert decides(planted(text))


def test_looking_at_a_step_decides_nothing():
    text = "from rejoinder.loop import steps\nmatch x:\n    case steps.Draft():\n        f(isinstance(x, steps.Fail))"
    assert decides(planted(text)) == []
