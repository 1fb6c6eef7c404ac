"""The generated pages: each is a module `page_*.py` beside this one, with its `PATH` and its `text()`."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def pages() -> Iterator[tuple[Path, str]]:
    """Where each page belongs, and what it should say."""
    for found in sorted(Path(__file__).parent.glob("page_*.py")):
        page = importlib.import_module(f"tests.docs.{found.stem}")
        yield ROOT / page.PATH, page.text()


def main() -> None:
    """Write them all anew."""
    for path, text in pages():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
