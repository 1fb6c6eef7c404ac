"""What of a database's error may stand in a prompt: all of it, its words without its values, or nothing (§2.8).

An engine quotes the value that it choked on, which may be a cell that no prompt has a place for. Masking is coarse on
purpose: of what stands in quotes only what the model wrote itself, or may see in the catalog, is kept, and an
unknown quotation ends at the last quote of its kind, because engines don't escape the quotes of a value.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import assert_never

from rejoinder.terms.catalog import Catalog
from rejoinder.terms.policy import Errors
from rejoinder.terms.refusal import Refusal

MASK = "…"
_MOST = 10_000
"""Characters of a message that are looked at: a prompt takes a tenth of it."""

_APOSTROPHES = "'‘’‚"
_QUOTES = ('"“”„', _APOSTROPHES, "`", "«»", "「」『』")
"""Marks that open and close one another, in whatever order a language has them."""
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d[\w.:/+-]*")
_TOLD = re.compile(r"(\bvalue\b[^:\n]*:[ \t]*)(?=\S)([^\n]+)", re.IGNORECASE)
_KEYED = re.compile(r"=\(.*\)", re.DOTALL)
_WORD = re.compile(r"\w+")


def leaving(refusal: Refusal, errors: Errors, *, text: str, catalog: Catalog) -> Refusal:
    """The refusal as a prompt may tell it. `text`: the model's own statement; `catalog`: what it may see."""
    match errors:
        case "full":
            return refusal
        case "off":
            return replace(refusal, message="", hint="", position=None, subject="")
        case "masked":
            known = _known(text, catalog)
            return replace(
                refusal, message=_masked(refusal.message, known), hint=_masked(refusal.hint, known)
            )
        case _ as never:
            assert_never(never)


def _known(text: str, catalog: Catalog) -> frozenset[str]:
    """Words of the statement, and of the names and types in the catalog, in any case of letters."""
    names = [part for table in catalog.tables for part in (table.ref.schema, table.ref.name)]
    names += [part for table in catalog.tables for each in table.columns for part in (each.name, each.type)]
    names += [function.name for function in catalog.functions]
    return frozenset(word.casefold() for each in (text, *names) for word in _WORD.findall(each))


def _masked(message: str, known: Collection[str]) -> str:
    shown = message[:_MOST]
    for marks in _QUOTES:
        shown = _unquoted(shown, marks, known)
    shown = _KEYED.sub(f"=({MASK})", shown)
    shown = _TOLD.sub(lambda found: found[1] + _kept(found[2], known), shown)
    return _NUMBER.sub(lambda found: _kept(found[0], known), shown)


def _unquoted(message: str, marks: str, known: Collection[str]) -> str:
    """Without the quotations that hold a word nobody knows. A mark between two letters is an apostrophe."""
    before, after = (r"(?<!\w)", r"(?!\w)") if marks == _APOSTROPHES else ("", "")
    opens, closes = re.compile(f"{before}[{marks}]"), re.compile(f"[{marks}]{after}")
    at = 0
    while (found := opens.search(message, at)) is not None:
        end = closes.search(message, found.end())
        if end is not None and _all_known(message[found.end() : end.start()], known):
            at = end.end()
            continue
        last = max((each.start() for each in closes.finditer(message, found.end())), default=len(message))
        return f"{message[: found.end()]}{MASK}{message[last:] or found[0]}"
    return message


def _kept(said: str, known: Collection[str]) -> str:
    rest = said.replace(MASK, " ")
    return said if not _WORD.search(rest) or _all_known(rest, known) else MASK


def _all_known(said: str, known: Collection[str]) -> bool:
    words = _WORD.findall(said)
    return bool(words) and all(word.casefold() in known for word in words)
