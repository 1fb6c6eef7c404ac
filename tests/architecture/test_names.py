"""No name says only that something does something."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from tests.architecture.tree import Module, modules, planted

EMPTY = {"manager", "service", "handler", "helper", "util", "context", "base", "core", "info"}


def words(name: str) -> set[str]:
    """The words of a name in either spelling, in the singular."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    return {word.lower().removesuffix("s") for word in parts} | {word.lower() for word in parts}


def defined(module: Module) -> Iterator[str]:
    """The names of a module, its classes and its functions."""
    yield from module.name.split(".")
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def empty_names(module: Module) -> list[str]:
    """The names with a word that says nothing."""
    return [f"{module.path}: `{name}`" for name in defined(module) if words(name) & EMPTY]


def test_every_module_class_and_function_says_what_it_is():
    assert [finding for module in modules() for finding in empty_names(module)] == []


@pytest.mark.parametrize(
    "name",
    ["RunManager", "handlers", "string_utils", "HTTPHandler", "BaseRule", "query_context", "CoreInfo"],
)
def test_a_name_that_says_nothing_is_found(name: str):
    assert empty_names(planted(f"class {name}: ..."))
    assert empty_names(planted(f"async def {name}(): ..."))
    assert empty_names(planted("", name=f"rejoinder.{name}"))


@pytest.mark.parametrize("name", ["Database", "score", "informed", "contextual", "based_on", "rehandle"])
def test_a_longer_word_is_another_word(name: str):
    assert empty_names(planted(f"class {name}: ...")) == []
