"""A name that needs quotes, written without them: `SELECT place no FROM t`, `t.order`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rejoinder.repair import _edit
from rejoinder.repair._rule import Broken, Mending, Rule
from rejoinder.sql.parse import Parsed, parse
from rejoinder.terms.classes import Defect

_MOST_NAMES = 2_000


def mend(broken: Broken) -> Mending | None:
    """Put stored names that need quotes into quotes, the longest first.

    It preserves meaning because the words are those of the name, of a table in the catalog or of a column of a
    table that the draft names, and without quotes the draft can't be read, or its first word names nothing.
    """
    names = _names(broken)
    if not names:
        return None
    pattern = re.compile("|".join(_as_pattern(name) for name in sorted(names, key=len, reverse=True)), re.I)
    edits = [
        _edit.Edit(found.start(), found.end(), _edit.quoted(names[_key(found[0])], broken.dialect))
        for start, end in _unquoted(broken)
        for found in pattern.finditer(broken.text, start, end)
        if broken.parsed is None or _is_wanted(found, broken)
    ]
    text = _edit.apply(broken.text, edits)
    if text is None or not edits or not isinstance(parse(text, broken.dialect), Parsed):
        return None
    return Mending(text=text)


def _is_wanted(found: re.Match[str], broken: Broken) -> bool:
    """Whether the name begins with an unknown one, as in `SELECT place no`, which reads as `place AS no`."""
    spans = [finding.span for finding in broken.findings if finding.span is not None]
    return any(span.start <= found.start() < span.end < found.end() for span in spans)


def _names(broken: Broken) -> dict[str, str]:
    """The names that may stand in the draft and need quotes, by their words in lower case."""
    words = broken.text.lower()
    tables = [table for table in broken.catalog.tables if table.ref.name.lower() in words]
    stored = [table.ref.name for table in tables]
    stored += [column.name for table in tables for column in table.columns]
    found: dict[str, set[str]] = {}
    for name in stored:
        if _edit.alias(name, broken.dialect) != name:
            found.setdefault(_key(name), set()).add(name)
    single = {key: names.pop() for key, names in found.items() if len(names) == 1}
    return single if len(single) <= _MOST_NAMES else {}


def _key(name: str) -> str:
    return " ".join(name.lower().split())


def _as_pattern(key: str) -> str:
    """The words of a name; a word of the grammar is a name only after a dot."""
    words = r"\s+".join(re.escape(word) for word in key.split(" "))
    before = r"(?<=\.)" if re.fullmatch(r"[a-z_]\w*", key) else r"(?<![\w\"`\[])"
    return rf"{before}{words}(?![\w\"`\]])"


def _unquoted(broken: Broken) -> Iterator[tuple[int, int]]:
    """The stretches of the draft that stand outside of quotes and comments."""
    at = 0
    lexicon = broken.dialect.lexicon
    for found in lexicon.finditer(broken.text) if lexicon is not None else ():
        yield at, found.start()
        at = found.end()
    yield at, len(broken.text)


RULE = Rule(
    name="bare_name",
    order=6,
    defects=frozenset({Defect.SYNTAX, Defect.UNKNOWN_COLUMN, Defect.UNKNOWN_TABLE}),
    mend=mend,
)
