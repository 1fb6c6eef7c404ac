"""An edge is one file: it is found by its name, and knows no other edge."""

from __future__ import annotations

import importlib
import inspect

import pytest
from tests.architecture.test_rings import imported
from tests.architecture.tree import Module, modules, planted

ROOMS = {"connectors": "sessions", "providers": "url", "ledgers": None}


def edges(room: str) -> list[Module]:
    """The public modules directly inside a room."""
    return [
        module
        for module in modules()
        if module.room == room
        and module.name.count(".") == 2
        and not module.name.split(".")[2].startswith("_")
    ]


def owner(name: str) -> str:
    """The edge that a module belongs to: `_sqlite_values` is a part of `sqlite`; `_wire` is everybody's."""
    last = name.split(".")[2]
    return last if not last.startswith("_") else last[1:].split("_")[0]


def entangled(room: list[Module], shared_parts: set[str]) -> list[str]:
    """The imports from one edge to another edge, or to another edge's private part."""
    names = {module.name for module in room if module.name.count(".") == 2}
    found = []
    for module in room:
        for other in imported(module, names):
            inside = other in names and other != module.name
            if inside and owner(other) != owner(module.name) and owner(other) not in shared_parts:
                found.append(f"{module.path} imports `{other}`")
    return found


def shared(room: list[Module]) -> set[str]:
    """The private parts that belong to no edge by their name."""
    public = {owner(module.name) for module in room if not module.name.split(".")[2].startswith("_")}
    return {owner(module.name) for module in room} - public


@pytest.mark.parametrize("room", ROOMS)
def test_an_edge_knows_no_other(room: str):
    inside = [module for module in modules() if module.room == room and module.name.count(".") >= 2]
    assert entangled(inside, shared(inside)) == []


@pytest.mark.parametrize("room", ROOMS)
def test_an_edge_can_be_opened(room: str):
    found = edges(room)
    assert found
    for module in found:
        opened = inspect.signature(importlib.import_module(module.name).open)
        first = next(iter(opened.parameters.values()))
        assert first.name in {"url", "name"}, module.name
        keyword = ROOMS[room]
        assert keyword is None or opened.parameters[keyword].kind is inspect.Parameter.KEYWORD_ONLY, (
            module.name
        )


def test_an_edge_that_leans_on_another_is_found():
    room = [
        planted("from rejoinder.connectors import duckdb", "rejoinder.connectors.sqlite"),
        planted("from rejoinder.connectors._sqlite_values import x", "rejoinder.connectors.duckdb"),
        planted("import rejoinder.connectors._sqlite_values", "rejoinder.connectors._sqlite_catalog"),
        planted("", "rejoinder.connectors._sqlite_values"),
    ]
    assert len(entangled(room, shared(room))) == 2
