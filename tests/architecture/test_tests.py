"""Tests mock nothing of ours, and never sleep."""

from __future__ import annotations

import ast

import pytest
from tests.architecture.tree import Module, planted, test_modules

MOCKS = {"mock", "unittest.mock", "pytest_mock"}


def bad_habits(module: Module) -> list[str]:
    """Mocks, patches and naps."""
    found = []
    for node in ast.walk(module.tree):
        match node:
            case ast.Import(names=names) if MOCKS & {alias.name for alias in names}:
                found.append("mocks")
            case ast.ImportFrom(module=source, names=names):
                whole = {source, *(f"{source}.{alias.name}" for alias in names)}
                found += ["mocks"] if MOCKS & whole else []
                found += ["sleeps"] if "time.sleep" in whole else []
            case ast.Call(func=ast.Attribute(value=ast.Name(id="monkeypatch"), attr="setattr" | "setitem")):
                found.append("patches")
            case ast.Call(func=ast.Attribute(value=ast.Name(id="time"), attr="sleep")):
                found.append("sleeps")
            case ast.Call(func=ast.Attribute(value=ast.Name(id="asyncio"), attr="sleep"), args=[length]):
                found += [] if ast.unparse(length) == "0" else ["sleeps"]
            case _:
                pass
    return [f"{module.path} {habit}" for habit in found]


def test_no_test_mocks_patches_or_sleeps():
    assert [finding for module in test_modules() for finding in bad_habits(module)] == []


@pytest.mark.parametrize(
    "text",
    [
        "from unittest.mock import Mock",
        "from unittest import mock",
        "import unittest.mock",
        "monkeypatch.setattr(agent, 'x', 1)",
        "time.sleep(1)",
        "from time import sleep",
        "await asyncio.sleep(0.1)",
    ],
)
def test_a_bad_habit_is_found(text: str):
    wrapped = "async def f():\n    " + text
    assert bad_habits(planted(wrapped))


def test_an_environment_variable_and_a_yield_to_the_loop_are_fine():
    text = "async def f():\n    monkeypatch.setenv('X', '1')\n    await asyncio.sleep(0)"
    assert bad_habits(planted(text)) == []
