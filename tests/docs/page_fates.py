"""docs/reference/fates.md, from the one table of fates."""

from __future__ import annotations

from collections.abc import Iterator

from rejoinder.terms.fates import FATES, End, Once

PATH = "docs/reference/fates.md"

HEAD = """# What becomes of what

Generated from `terms/fates.py` by `make docs`. For each class of finding (what the check rejects) or refusal
(what the database refuses): what is tried, in this order, and how the run ends when that is used up. A class
with nothing to try ends the run at once: no rewriting of the SQL would be honest.

- `retry`: the same statement once more.
- `reread`: the catalog is read again; the name may be younger than what is known of it.
- `repair`: a mechanical rule mends the SQL, without a model.
- `correct`: the model is asked again, with the database's error and the catalog's facts.

"""

_ENDS = {
    End.UNRESOLVED: "it asks back: `clarify(unresolved)`",
    End.PASS: "it goes on as it is, with a caveat",
    End.POLICY: "`refused(policy)`",
    End.PERMISSION: "`refused(permission)`",
    End.READ_ONLY: "`failed(read_only)`",
    End.TIMEOUT: "`failed(timeout)`",
    End.CONNECTION: "`failed(connection)`",
    End.RESOURCES: "`failed(resources)`",
}
_ONCE = {Once.TURN: " (once a turn)", Once.RUN: " (once a run)", None: ""}


def text() -> str:
    """The page."""
    return HEAD + "\n".join([*_table(), ""])


def _table() -> Iterator[str]:
    yield "| class | tried, in order | then |"
    yield "| --- | --- | --- |"
    for defect, fate in FATES.items():
        tried = ", ".join(fate.actions) + _ONCE[fate.once]
        yield f"| `{defect}` | {tried or 'nothing'} | {_ENDS[fate.end]} |"
