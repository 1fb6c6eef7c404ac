"""A module has at most 400 lines, a function at most 45. There is no list of excuses."""

from __future__ import annotations

import ast

from tests.architecture.tree import Module, modules, planted

MODULE_LINES = 400
FUNCTION_LINES = 45


def too_long(module: Module) -> list[str]:
    """What is over a size."""
    found = []
    lines = module.text.count("\n")
    if lines > MODULE_LINES:
        found.append(f"{module.path}: {lines} lines")
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                found.append(f"{module.path}:{node.lineno}: `{node.name}` has {lines} lines")
    return found


def test_every_module_and_function_is_small():
    assert [finding for module in modules() for finding in too_long(module)] == []


def test_a_module_of_401_lines_and_a_function_of_46_are_found():
    assert too_long(planted("\n" * MODULE_LINES)) == []
    assert too_long(planted("\n" * (MODULE_LINES + 1)))
    body = "    pass\n"
    assert too_long(planted("def f():\n" + body * (FUNCTION_LINES - 1))) == []
    assert too_long(planted("class A:\n  async def f():\n" + body * FUNCTION_LINES))
