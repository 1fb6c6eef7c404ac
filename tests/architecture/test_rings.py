"""No module imports, by any way round, itself."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from tests.architecture.tree import Module, modules, planted


def imported(module: Module, names: set[str]) -> Iterator[str]:
    """The modules among `names` that a module imports, wherever in it the import stands."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in names else node.module


def ring(tree: Iterable[Module]) -> list[str]:
    """One ring of imports, if there is any."""
    known = {module.name: module for module in tree}
    graph: Mapping[str, set[str]] = {
        name: {other for other in imported(module, set(known)) if other in known}
        for name, module in known.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_there_is_no_ring_of_imports():
    assert ring(modules()) == []


def test_a_ring_is_found_even_where_an_import_is_delayed():
    assert ring(
        [
            planted("from rejoinder.b import x", "rejoinder.a"),
            planted("import rejoinder.c", "rejoinder.b"),
            planted("def f():\n    from rejoinder import a", "rejoinder.c"),
        ]
    )


def test_imports_in_one_direction_are_no_ring():
    assert not ring([planted("import rejoinder.b", "rejoinder.a"), planted("import os", "rejoinder.b")])
