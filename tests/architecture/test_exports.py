"""The public API is a list: sorted, complete, and every name of it is there."""

from __future__ import annotations

import ast

from tests.architecture.tree import SOURCE

import rejoinder


def test_the_list_is_sorted_and_says_nothing_twice():
    assert rejoinder.__all__ == sorted(set(rejoinder.__all__))


def test_every_name_of_the_list_is_there():
    missing = [name for name in rejoinder.__all__ if not hasattr(rejoinder, name)]
    assert missing == []


def test_dir_tells_the_list():
    assert set(rejoinder.__all__) <= set(dir(rejoinder))


def test_a_name_that_is_not_on_the_list_is_an_attribute_error():
    assert not hasattr(rejoinder, "nonesuch")


def test_every_error_is_public():
    tree = ast.parse((SOURCE / "rejoinder" / "errors.py").read_text(encoding="utf-8"))
    errors = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    assert errors <= set(rejoinder.__all__)


def test_types_are_shipped():
    assert (SOURCE / "rejoinder" / "py.typed").is_file()
