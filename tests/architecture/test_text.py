"""What no file holds: a note to do something later, a path of somebody's machine, a dash that English prose
of ours doesn't use, a silenced checker without its reason."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest
from tests.architecture.tree import ROOT, Module, modules, planted

LATER = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|X" + r"XX|HA" + r"CK)\b")
MACHINE = re.compile(r"(?<![\w.])/(?:ro" + r"ot|ho" + r"me|wo" + r"rk|Us" + r"ers)/[\w.]")
SILENCED = re.compile(r"# (?:type: ignore|noqa)(?!\[|: ?[A-Z])")
GENERATED = {"uv.lock"}


def files() -> list[Path]:
    """The text files of the checkout: those of git where it is one, else those of its folders."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split("\0")
    known = [ROOT / name for name in listed if name] or [
        path
        for folder in ("src", "tests", "docs", ".ci")
        for path in (ROOT / folder).rglob("*")
        if "__pycache__" not in path.parts
    ]
    return [path for path in known if path.is_file() and path.name not in GENERATED]


def unwanted(text: str) -> list[str]:
    """What of it no file should hold."""
    return [found[0] for pattern in (LATER, MACHINE, SILENCED) for found in [pattern.search(text)] if found]


def dashes(module: Module) -> list[str]:
    """The lines with a text, for whomever it is meant, that has a dash."""
    return [
        f"{module.path}:{node.lineno}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\u2014" in node.value
    ]


def test_no_file_puts_anything_off_or_knows_a_machine():
    found = {
        str(path.relative_to(ROOT)): bad
        for path in files()
        if (bad := unwanted(path.read_text(encoding="utf-8", errors="replace")))
    }
    assert found == {}


def test_no_sentence_of_ours_has_a_dash():
    assert [line for module in modules() for line in dashes(module)] == []


@pytest.mark.parametrize(
    "text",
    [
        "# TO" + "DO: later",
        "x = 1  # FIX" + "ME",
        "see /ho" + "me/ann/notes",
        "x = y  # type: ign" + "ore",
        "x = y  # no" + "qa",
    ],
)
def test_what_should_not_be_there_is_found(text: str):
    assert unwanted(text)


@pytest.mark.parametrize(
    "text", ["x = y  # type: ignore[misc]", "x = y  # noqa: S110", "a homework/folder", "http://host/home"]
)
def test_what_is_fine_is_not(text: str):
    assert unwanted(text) == []


def test_a_dash_is_found():
    assert dashes(planted('x = "one \u2014 two"'))
