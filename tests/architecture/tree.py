"""The source tree, as the measures of this folder see it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
TESTS = ROOT / "tests"


@dataclass(frozen=True, slots=True)
class Module:
    """One file of Python: `name` is as it is imported, `path` is from the root of the checkout."""

    name: str
    path: str
    text: str

    @property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.text)

    @property
    def room(self) -> str:
        """The top-level part of the package that it belongs to; "" for the package itself."""
        return [*self.name.split("."), ""][1]


@cache
def modules() -> tuple[Module, ...]:
    """Every module of the package."""
    return tuple(_modules(SOURCE))


@cache
def test_modules() -> tuple[Module, ...]:
    """Every module of the tests."""
    return tuple(_modules(TESTS))


test_modules.__test__ = False  # type: ignore[attr-defined]


def planted(text: str, name: str = "rejoinder.planted") -> Module:
    """A module that isn't there, to see a measure fail."""
    return Module(name, f"src/{name.replace('.', '/')}.py", text)


def _modules(folder: Path) -> Iterator[Module]:
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        yield Module(name, str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
