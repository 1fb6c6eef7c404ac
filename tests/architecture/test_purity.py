"""The pure half doesn't ask what time it is, open a file, print, or run text.

import-linter forbids it the modules for that; this finds what needs no import, or comes with a module that
is allowed (`datetime`).
"""

from __future__ import annotations

import ast

import pytest
from tests.architecture.tree import Module, modules, planted

PURE = {
    *("terms", "sql", "dialects", "loop", "grounding", "check"),
    *("diagnosis", "repair", "judge", "prompts", "drafting"),
}
CALLS = {"open", "print", "input", "eval", "exec", "compile", "breakpoint", "__import__"}
CLOCKS = {"now", "today", "utcnow", "fromtimestamp"}


def impure(module: Module) -> list[str]:
    """The calls that reach outside."""
    found = []
    for node in ast.walk(module.tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                found.append(f"{module.path}:{node.lineno}: `{name}`")
            case ast.Call(func=ast.Attribute(attr=name, value=on)) if name in CLOCKS:
                if ast.unparse(on).split(".")[-1] in {"datetime", "date"}:
                    found.append(f"{module.path}:{node.lineno}: `{ast.unparse(node.func)}`")
            case _:
                pass
    return found


def test_the_pure_half_is_pure():
    pure = [module for module in modules() if module.room in PURE]
    assert pure
    assert [finding for module in pure for finding in impure(module)] == []


@pytest.mark.parametrize("call", ["open('x')", "print(1)", "dt.datetime.now()", "date.today()", "eval('1')"])
def test_a_call_that_reaches_outside_is_found(call: str):
    assert impure(planted(call))


@pytest.mark.parametrize("call", ["re.compile('x')", "step.today()", "x.open()", "dt.date(2024, 1, 1)"])
def test_a_method_of_the_same_name_is_something_else(call: str):
    assert impure(planted(call)) == []
