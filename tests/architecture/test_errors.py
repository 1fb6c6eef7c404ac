"""Habit 5: one tree of errors; each message is a sentence with names in backticks."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable

import pytest
from tests.architecture.tree import Module, modules, planted

from rejoinder import errors

TREE = {name for name, each in inspect.getmembers(errors, inspect.isclass)}
ENDS = (".", "?", "`")


def strangers(tree: Iterable[Module]) -> list[str]:
    """The exceptions beside the tree that nobody in the package catches by name: they would reach a user."""
    known = list(tree)
    caught = {
        each.split(".")[-1]
        for module in known
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler) and node.type is not None
        for each in ast.unparse(node.type).strip("()").split(", ")
    }
    return [
        f"{module.path}:{node.lineno}: `{node.name}`"
        for module in known
        if module.name != errors.__name__
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(parent).endswith(("Error", "Exception")) for parent in node.bases)
        and (node.name not in caught or node.name.endswith("Error"))
    ]


def mumbled(module: Module) -> list[str]:
    """The messages of our errors, where they stand as text, that are no sentence."""
    found = []
    for node in ast.walk(module.tree):
        match node:
            case ast.Raise(exc=ast.Call(func=called, args=[message, *_])):
                name = ast.unparse(called).split(".")[-1]
                text = _text(message)
                if name in TREE and text is not None and not _is_sentence(text):
                    found.append(f"{module.path}:{node.lineno}: {text!r}")
            case _:
                pass
    return found


def _text(message: ast.expr) -> str | None:
    """A literal, or an f-string with "x" for what is filled in; None for anything computed."""
    match message:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(part.value if isinstance(part, ast.Constant) else "x" for part in parts)
        case _:
            return None


def _is_sentence(text: str) -> bool:
    """It ends as one; what is filled in last may bring its own end."""
    return " " in text and text.endswith((*ENDS, "x"))


def test_every_error_is_of_the_one_tree():
    assert all(issubclass(getattr(errors, name), errors.RejoinderError) for name in TREE)
    assert strangers(modules()) == []


def test_every_message_is_a_sentence():
    assert [finding for module in modules() for finding in mumbled(module)] == []


def test_an_error_outside_the_tree_is_found():
    assert strangers([planted("class ParseError(ValueError): ...")])
    assert strangers([planted("class Stopped(Exception): ...")])
    assert strangers([planted("class BadError(Exception): ...\ntry: f()\nexcept BadError: ...")])


def test_one_that_never_leaves_the_package_is_a_way_out_of_a_loop():
    assert (
        strangers([planted("class Stopped(Exception): ...\ntry: f()\nexcept (x.Stopped, KeyError): ...")])
        == []
    )


@pytest.mark.parametrize("message", ["'bad input'", "'Failed.'", "f'{x} is bad!'"])
def test_a_mumbled_message_is_found(message: str):
    assert mumbled(planted(f"raise UsageError({message})"))


@pytest.mark.parametrize("message", ["'It is closed.'", "f'`{x}` is a folder.'", "str(error)", "f'No: {x}'"])
def test_a_sentence_is_fine(message: str):
    assert mumbled(planted(f"raise UsageError({message})")) == []
