"""Habit 4: what is a value is frozen, has slots, and names its parts."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from tests.architecture.tree import Module, modules, planted

OF_VALUES = {"terms", "loop", "check", "diagnosis", "repair", "judge", "prompts", "grounding", "outcome"}
"""Rooms in which a dataclass is always a value; elsewhere it may be a thing with a state."""


def decorated(module: Module) -> Iterator[tuple[ast.ClassDef, set[str]]]:
    """The dataclasses of a module, each with the options that are switched on."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ClassDef):
            for decorator in node.decorator_list:
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                if ast.unparse(called).split(".")[-1] == "dataclass":
                    keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
                    yield node, {each.arg or "" for each in keywords if ast.unparse(each.value) == "True"}


POSITIONAL = 3
"""A value of so few parts may be made without naming them."""


def loose(module: Module) -> list[str]:
    """The dataclasses that can be changed, or made without saying which part is which."""
    found = []
    for node, options in decorated(module):
        needed = {"frozen"} if module.room in OF_VALUES else set()
        if not keeps_more(node):
            needed.add("slots")
        fields = [part for part in node.body if isinstance(part, ast.AnnAssign)]
        if module.room in OF_VALUES and len(fields) > POSITIONAL:
            needed.add("kw_only")
        if missing := needed - options:
            found.append(f"{module.path}:{node.lineno}: `{node.name}` isn't {', '.join(sorted(missing))}")
    return found


def keeps_more(node: ast.ClassDef) -> bool:
    """Whether it, or what it derives from, keeps what it has worked out: that needs a place beside the slots."""
    return bool(node.bases) or any("cached_property" in ast.unparse(part) for part in node.body)


def test_values_cannot_be_changed_and_name_their_parts():
    assert [finding for module in modules() for finding in loose(module)] == []


@pytest.mark.parametrize(
    "text",
    [
        "@dataclass\nclass A:\n    x: int",
        "@dataclass(slots=True)\nclass A:\n    x: int",
        "@dataclasses.dataclass(frozen=True, slots=True)\nclass A:\n    x: int\n    y: int\n    z: int\n    t: int",
        "@dataclass(frozen=False, slots=True, kw_only=True)\nclass A: ...",
    ],
)
def test_a_loose_value_is_found(text: str):
    assert loose(planted(text, "rejoinder.terms.x"))


def test_a_thing_with_a_state_may_change():
    assert loose(planted("@dataclass(slots=True)\nclass A:\n    x: int", "rejoinder.driver")) == []
