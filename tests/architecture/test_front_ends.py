"""A front end uses the public API alone, so that it is always enough for a stranger's front end too."""

from __future__ import annotations

import ast

import pytest
from tests.architecture.tree import Module, modules, planted

import rejoinder

FRONT_ENDS = {"cli", "mcp", "web", "notebook"}
PUBLIC = {"rejoinder", *(f"rejoinder.{name}" for name in rejoinder.__all__)}


def private_imports(module: Module) -> list[str]:
    """The imports of something of the package that isn't on its public list."""
    own = f"rejoinder.{module.room}"
    found = []
    for node in ast.walk(module.tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            outer = node.module or ""
            names = [f"{outer}.{alias.name}" if outer == "rejoinder" else outer for alias in node.names]
        for name in names:
            ours = name.split(".")[0] in {"rejoinder", "sqlglot"}
            if ours and name not in PUBLIC and name != own and not name.startswith(own + "."):
                found.append(f"{module.path} imports `{name}`")
    return found


def test_front_ends_use_the_public_api_alone():
    front = [module for module in modules() if module.room in FRONT_ENDS]
    assert [finding for module in front for finding in private_imports(module)] == []


@pytest.mark.parametrize(
    "text",
    [
        "from rejoinder.agent import Agent",
        "from rejoinder import agent",
        "def f():\n    import rejoinder.terms.limits",
        "from rejoinder.mcp import tools",
        "import sqlglot",
    ],
)
def test_a_way_round_the_public_api_is_found(text: str):
    assert private_imports(planted(text, "rejoinder.cli.x"))


@pytest.mark.parametrize(
    "text", ["from rejoinder import Agent, connect", "import rejoinder.blocking", "import rejoinder.cli.y"]
)
def test_the_public_api_and_its_own_files_are_free(text: str):
    assert private_imports(planted(text, "rejoinder.cli.x")) == []
