"""L1, one door: a `Statement` is made in `check/mint.py` and nowhere else."""

from __future__ import annotations

import ast

import pytest
from tests.architecture.tree import Module, modules, planted

MINT = "src/rejoinder/check/mint.py"


def mints(module: Module) -> list[str]:
    """Where a module makes a `Statement`: by calling the class under any of its names, or by copying one."""
    names = {"Statement"}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname for alias in node.names if alias.name == "Statement" and alias.asname}
    found = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            copied = " ".join(ast.unparse(argument) for argument in node.args)
            copies = called in {"replace", "__new__"} and "tatement" in copied
            if called in names or copies:
                found.append(f"{module.path}:{node.lineno}: {ast.unparse(node)[:60]}")
    return found


def test_only_check_makes_a_statement():
    assert [finding for module in modules() if module.path != MINT for finding in mints(module)] == []


@pytest.mark.parametrize(
    "text",
    [
        "x = Statement(text='SELECT 1', dialect='sqlite')",
        "from rejoinder.terms.statement import Statement as S\nS(text='', dialect='')",
        "import rejoinder.terms.statement as s\ns.Statement(text='', dialect='')",
        "dataclasses.replace(statement, text='DROP TABLE t')",
        "object.__new__(Statement)",
    ],
)
def test_a_second_door_is_found(text: str):
    assert mints(planted(text))


def test_asking_whether_something_is_one_makes_none():
    assert mints(planted("isinstance(x, Statement)\ntext.replace('a', 'b')")) == []


def test_handing_one_on_makes_none():
    assert mints(planted("replace(checking, statement=minted)")) == []
